// Who a player is, over several devices: a code takes it along, logging out and deleting end it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./harness/browser.mjs";
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

const identity = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")));

/** device is a page of Ana's, on the settings. */
async function device(options) {
  const page = await person(browser, service, { screen: "phone", ...options });
  await page.goto("/settings");
  return page;
}

/** come has a page come in by a code that another one shows. */
async function come(page, from) {
  await from.getByTestId("other-device").click();
  const code = await from.getByTestId("device-code").textContent();
  await from.keyboard.press("Escape");
  await page.getByTestId("enter-code").fill(code.toLowerCase());
  await page.getByTestId("use-code").click();
  const { player } = await identity(from);
  await page.waitForFunction(
    (id) => JSON.parse(localStorage.getItem("samedeal.identity") ?? "{}").player === id,
    player,
  );
  return code;
}

/** lobby has a page in a new room of the player of a page. */
async function lobby(page, player = page) {
  const { token } = await identity(player);
  const { code } = await service.call("CreateRoom", {
    token,
    requestId: Math.random().toString(),
    options: { deal: "TF1-D1N" },
  });
  await page.goto(`/r/${code}`);
  await page.getByTestId("lobby").waitFor();
}

test("a code takes a player to another device, once", async () => {
  const ana = await device({ name: "Ana" });
  const phone = await device({ locale: "he" });
  const code = await come(phone, ana);
  const late = await device();
  await late.getByTestId("enter-code").fill(code);
  await late.getByTestId("use-code").click();
  await late.getByText("Have the other device show a new one").waitFor();
  assert.equal(await identity(late), null);
  assert.deepEqual(ana.faults, []);
  assert.deepEqual(phone.faults, []);
});

test("logging out everywhere else ends the game there, and not here", async () => {
  const ana = await device({ name: "Ana" });
  const phone = await device();
  await come(phone, ana);
  await lobby(phone);
  const tab = await ana.context().newPage();
  await lobby(tab, ana);
  await ana.getByTestId("log-out").click();
  await phone.getByTestId("connection-banner").waitFor();
  // The other tab has the fresh token too: it must not be told that it is not known.
  await tab.getByTestId("ready").click();
  await tab.locator("[data-testid=people] .ready").waitFor();
  assert.equal(await tab.getByTestId("connection-banner").count(), 0);
});

test("a deleted account is gone from the server and from this browser", async () => {
  const ana = await device({ name: "Ana" });
  const { token } = await identity(ana);
  await ana.getByTestId("delete-account").click();
  await ana.getByTestId("delete-for-good").click();
  await ana.waitForURL("**/");
  assert.equal(await identity(ana), null);
  await assert.rejects(service.call("Rename", { token, name: "Ana" }));
  assert.deepEqual(ana.faults, []);
});
