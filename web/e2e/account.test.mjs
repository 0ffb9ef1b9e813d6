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

/** device is a page of Ana's, on the profile. */
async function device(options) {
  const page = await person(browser, service, { screen: "phone", ...options });
  await page.goto("/profile");
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

test("the picture beside the code opens the other device's profile with the code filled in", async () => {
  const ana = await device({ name: "Ana" });
  await ana.getByTestId("other-device").click();
  const code = (await ana.getByTestId("device-code").textContent()).replace(" ", "");
  await ana.getByTestId("device-qr").locator("svg").waitFor();
  const phone = await person(browser, service, { screen: "phone" });
  await phone.goto(`/profile#${code}`);
  const field = phone.getByTestId("enter-code");
  await field.and(phone.locator(":focus")).waitFor();
  assert.equal(await field.inputValue(), code);
  assert.equal(new URL(phone.url()).hash, "", "the code stays in the address");
  // Nobody becomes somebody else by an address alone.
  assert.equal(await identity(phone), null);
  await phone.getByTestId("use-code").click();
  await phone.getByTestId("my-name").getByText("Ana").waitFor();
  assert.equal((await identity(phone)).player, (await identity(ana)).player);
  assert.deepEqual(ana.faults, []);
  assert.deepEqual(phone.faults, []);
});

test("who has no account yet is asked for a name by what needs one, and gets the rest with it", async () => {
  const page = await device();
  await page.getByTestId("enter-code").waitFor();
  for (const id of ["my-name", "other-device", "log-out", "delete-account", "friends", "my-results"])
    assert.equal(await page.getByTestId(id).count(), 0, id);
  await page.getByTestId("invite").click();
  await page.locator("input:focus").fill("Ana");
  assert.equal(await identity(page), null);
  await page.keyboard.press("Enter");
  await page.getByTestId("invitation-link").waitFor();
  await page.getByTestId("my-name").getByText("Ana").waitFor();
  assert.equal((await identity(page)).name, "Ana");
  // The page's own field for the name has it too, and everything of an account is there.
  assert.equal(await page.getByRole("textbox").first().inputValue(), "Ana");
  for (const id of ["other-device", "log-out", "delete-account"]) await page.getByTestId(id).waitFor();
  await page.getByRole("textbox").first().fill("Anna");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByTestId("my-name").getByText("Anna").waitFor();
  assert.equal(await page.getByTestId("invitation-link").count(), 1, "a new name takes the invitation away");
  assert.deepEqual(page.faults, []);
});

test("the settings lead to the account", async () => {
  const page = await person(browser, service, { name: "Ana" });
  await page.goto("/settings");
  await page.locator('main a[href="/profile"]').click();
  await page.getByTestId("log-out").waitFor();
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

test("who was logged out by another device is told so on their page, and is nobody else by looking at it", async () => {
  const ana = await device({ name: "Ana" });
  const phone = await device();
  await come(phone, ana);
  await ana.getByTestId("log-out").click();
  await ana.getByText("You are logged out everywhere else").waitFor();
  await phone.goto("/");
  await phone.waitForFunction(() => localStorage.getItem("samedeal.identity") === null);
  await phone.locator('main a[href="/profile"], footer a[href="/profile"]').first().click();
  await phone.getByTestId("not-known").getByText("no longer known").waitFor();
  assert.equal(await identity(phone), null, "the page made another guest of who was logged out");
  // The name alone makes a new player, who has it.
  assert.equal(await phone.getByRole("textbox").first().inputValue(), "Ana");
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByTestId("log-out").waitFor();
  const [old, next] = [await identity(ana), await identity(phone)];
  assert.equal(next.name, "Ana");
  assert.notEqual(next.player, old.player);
});

test("a dialog closes at a press beside it, not where a press that began in it is let go", async () => {
  const ana = await device({ name: "Ana", screen: "desk" });
  await ana.getByTestId("delete-account").click();
  const dialog = ana.locator("dialog[open]");
  const box = await dialog.locator("p").first().boundingBox();
  await ana.mouse.move(box.x + 20, box.y + 5);
  await ana.mouse.down();
  await ana.mouse.move(5, 5);
  await ana.mouse.up();
  assert.equal(await dialog.count(), 1, "marking its text has closed it");
  await ana.mouse.click(5, 5);
  await dialog.waitFor({ state: "detached" });
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
