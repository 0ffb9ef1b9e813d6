// A race as people have it: two friends with the same deal, one who watches, results, replay, rematch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drag, moves, settled, tapTwoPlaces, touchDrag } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { playByKeys } from "./harness/keyboard.mjs";
import { freecell, line } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** playAll plays words one after another, each answered before the next, by the ways given in turn. */
async function playAll(page, words, ways) {
  for (const [i, word] of words.entries()) {
    const before = await moves(page);
    await ways[i % ways.length](page, word);
    await page.locator(`[data-testid="race"][data-moves="${before + 1}"][data-unanswered="0"]`).waitFor();
    await settled(page);
  }
}

test("two create, join and race to a result, and a third watches", { timeout: 360_000 }, async () => {
  const ana = await person(browser, service, { screen: "desk", name: "Ana" });
  await ana.goto(`/new?deal=${freecell.code}`);
  await ana.getByRole("button", { name: "Make the room" }).click();
  await ana.getByTestId("lobby").waitFor();
  const link = await ana.getByTestId("room-link").getAttribute("href");
  const path = new URL(link, service.url).pathname;

  const ben = await person(browser, service, { screen: "phone", name: "Ben" });
  await ben.goto(path);
  await ben.getByTestId("lobby").waitFor();
  const eve = await person(browser, service, { screen: "tablet", name: "Eve" });
  await eve.goto(`${path}/watch`);
  await eve.getByTestId("lobby").waitFor();

  await ben.getByTestId("ready").click();
  await ana.getByTestId("ready").click();
  await ana.getByTestId("race").waitFor();
  await ben.getByTestId("race").waitFor();
  await eve.getByTestId("watch-grid").waitFor();

  // Ben is seen by Ana as a rival, without a card, and by Eve with his cards.
  await playAll(ben, line.slice(0, 4), [
    touchDrag,
    (page, word) => tapTwoPlaces(page, word, { touch: true }),
  ]);
  await ana.locator('[data-testid="rival"][data-home="1"]').waitFor();
  assert.equal(
    await ana.locator('[data-testid="rivals"] [data-card]').count(),
    0,
    "a rival's cards are in the page",
  );
  await eve.locator('[data-testid="watched-board"] [data-card="AC"][data-pile="C"]').first().waitFor();

  await playAll(ana, line, [drag, tapTwoPlaces, playByKeys]);
  await ana.getByTestId("finish").waitFor();
  await ben.getByTestId("resign").click();
  await ben.getByTestId("resign-yes").click();

  for (const page of [ana, ben, eve]) await page.getByTestId("results").waitFor();
  const [first, second] = await ben.getByTestId("result-row").allInnerTexts();
  assert.match(first, /Ana[\s\S]*104 moves[\s\S]*600/);
  assert.match(second, /Ben/);

  // The replay ends where the race did, at the move that brought the last card home.
  await ben.getByTestId("replay-link").first().click();
  await ben.getByTestId("replay").waitFor();
  await ben.locator('[data-testid="replay"][data-complete="true"]').waitFor();
  await ben.keyboard.press("End");
  await ben.locator('[data-testid="replay-step"][data-step="104"]').waitFor();

  await ana.getByTestId("rematch").click();
  await ana.getByTestId("lobby").waitFor();
  await eve
    .getByText(/rematch/i)
    .first()
    .waitFor();
  for (const page of [ana, ben, eve]) assert.deepEqual(page.faults, []);
  for (const page of [ana, ben, eve]) await page.context().close();
});

test("a win is told by the log: the page that won shows what the server counted", {
  timeout: 60_000,
}, async () => {
  const rooms = await service.run(
    "bot",
    "--server",
    service.url,
    "--new",
    "FC1-C4",
    "--players",
    "2",
    "--pace",
    "0",
  );
  const code = /Room ([A-Z]{6})/.exec(rooms)[1];
  const eve = await person(browser, service, { screen: "desk" });
  await eve.goto(`/r/${code}`);
  await eve.getByTestId("results").waitFor();
  const rows = await eve.getByTestId("result-row").allInnerTexts();
  const told = [...rooms.matchAll(/^\d\.\s+(Bot \d)\s+\S.*?score (\d+)/gm)];
  assert.equal(rows.length, told.length);
  for (const [i, [, name, score]] of told.entries()) {
    assert.match(rows[i], new RegExp(name));
    assert.match(rows[i], new RegExp(`\\b${score}\\b`));
  }
  await eve.context().close();
});
