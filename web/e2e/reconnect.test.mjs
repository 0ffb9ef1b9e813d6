// What goes wrong in the middle of a race: reloads, a server that dies, a network that goes.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { cards, drag, moves, settled, tapTwoPlaces } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { alone, freecell, line } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

let service;
let browser;
let page;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});
beforeEach(async () => {
  page = await person(browser, service, { screen: "desk" });
});
afterEach(async () => {
  await page.context().close();
});

const board = async () => (await cards(page)).map(({ card, pile, index }) => `${pile}${index}${card}`).sort();

async function play(words) {
  for (const word of words) {
    const before = await moves(page);
    await drag(page, word);
    await page.locator(`[data-testid="race"][data-moves="${before + 1}"][data-unanswered="0"]`).waitFor();
    await settled(page);
  }
}

test("a reload in mid-race comes back to the same board", { timeout: 60_000 }, async () => {
  await alone(page, freecell.code);
  await play(line.slice(0, 5));
  const before = await board();
  await page.reload();
  await page.locator('[data-testid="race"][data-moves="5"]').waitFor();
  await settled(page);
  assert.deepEqual(await board(), before);
  await play(line.slice(5, 8));
});

test("a server killed and started again: the banner, then the same board", { timeout: 60_000 }, async () => {
  await alone(page, freecell.code);
  await play(line.slice(0, 5));
  const before = await board();
  await service.kill();
  await page.getByTestId("connection-banner").waitFor();
  await service.start();
  await page.getByTestId("connection-banner").waitFor({ state: "hidden" });
  await settled(page);
  assert.deepEqual(await board(), before);
  await play(line.slice(5, 8));
});

test("a move made while the network is away arrives when it is back, once", { timeout: 60_000 }, async () => {
  await alone(page, freecell.code);
  await play(line.slice(0, 3));
  await page.context().setOffline(true);
  await service.kill();
  await tapTwoPlaces(page, line[3]);
  await page.locator('[data-testid="race"][data-moves="4"][data-unanswered="1"]').waitFor();
  await service.start();
  await page.context().setOffline(false);
  await page.locator('[data-testid="race"][data-moves="4"][data-unanswered="0"]').waitFor();
  await play(line.slice(4, 6));
});

test("a slow network holds nothing up: moves show at once and are answered later", {
  timeout: 90_000,
}, async () => {
  await alone(page, freecell.code);
  const debuggerSession = await page.context().newCDPSession(page);
  await debuggerSession.send("Network.enable");
  await debuggerSession.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 800,
    downloadThroughput: 50_000,
    uploadThroughput: 20_000,
  });
  await play(line.slice(0, 4));
});

test("a second tab takes the seat, and the first says so and does not fight", {
  timeout: 60_000,
}, async () => {
  const code = await alone(page, freecell.code);
  await play(line.slice(0, 2));
  const second = await page.context().newPage();
  await second.goto(`/r/${code}`);
  await second.locator('[data-testid="race"][data-moves="2"]').waitFor();
  await page.getByTestId("connection-banner").getByRole("button").waitFor();
  await page.getByTestId("connection-banner").getByRole("button").click();
  await second.getByTestId("connection-banner").getByRole("button").waitFor();
  await play(line.slice(2, 4));
});
