// The network that goes, and the new version that comes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drag, settled } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { alone, freecell, line } from "./harness/race.mjs";
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

const visiting = (see) => async () => {
  const page = await person(browser, service);
  try {
    await see(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
  }
};

/** kept waits until the service worker has all the files and answers for the page. */
async function kept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test(
  "after one visit the pages open without the network, and say that it is gone",
  { timeout: 60_000 },
  visiting(async (page) => {
    await page.goto("/");
    await kept(page);
    await page.context().setOffline(true);
    for (const [path, part] of [
      ["/", "h1"],
      ["/new", "button[type=submit]"],
      ["/rules/KL", "section [data-card]:visible"],
      ["/settings", "main select"],
    ]) {
      await page.goto(path);
      await page.locator(part).first().waitFor();
      await page.getByTestId("connection-banner").waitFor();
    }
    await page.context().setOffline(false);
    await page.getByTestId("connection-banner").waitFor({ state: "detached" });
  }),
);

test("without the network a page can be left, and what came of a press is in view", {
  timeout: 60_000,
}, async () => {
  const page = await person(browser, service, { screen: "phone" });
  await page.goto("/");
  await kept(page);
  await page.goto("/new");
  await page.locator("button[type=submit]").waitFor();
  await page.context().setOffline(true);
  await page.getByTestId("connection-banner").waitFor();
  await page.locator("button[type=submit]").click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const { y, height } = await alert.boundingBox();
  assert.ok(y >= 0 && y + height <= 640, `the fault stands at ${y}, out of view`);
  // Nothing covers the way to the other pages: a click on what is covered is not made.
  await page.locator('header a[href="/rules"]').click();
  await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test(
  "what the server says is never kept: neither its answers nor its connection",
  { timeout: 60_000 },
  visiting(async (page) => {
    await page.goto("/");
    await kept(page);
    await page.goto("/live");
    await page.getByTestId("live-rooms").waitFor();
    const paths = await page.evaluate(async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      }
      return found;
    });
    assert.ok(paths.includes("/index.html"));
    assert.deepEqual(
      paths.filter((path) => /^\/(?:api|ws)\b/.test(path)),
      [],
    );
  }),
);

/**
 * deploy brings a new version of the worker: the same one under another address, which is another one to the
 * browser. (What the server serves cannot be changed for a worker by playwright's routes.)
 */
const deploy = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("/sw.js?next");
    if (registration.waiting) return;
    const worker = registration.installing;
    await new Promise((resolve) => {
      worker.addEventListener("statechange", () => worker.state === "installed" && resolve());
    });
  });

/** idle waits until the page has asked for its worker, as it does when it has nothing better to do. */
const idle = (page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));

const offer = (page) => page.getByText("A new version of Samedeal is ready.");
const inCharge = (page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);

test(
  "a new version is offered, and taken when the player says so",
  { timeout: 60_000 },
  visiting(async (page) => {
    await page.goto("/");
    await kept(page);
    await idle(page);
    await deploy(page);
    await offer(page).waitFor();
    assert.doesNotMatch(await inCharge(page), /next/, "it took over unasked");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload now" }).click();
    await loaded;
    assert.match(await inCharge(page), /next/);
  }),
);

test(
  "in the middle of a race no new version is offered, and none comes by itself; after it there is the offer",
  { timeout: 60_000 },
  visiting(async (page) => {
    await page.goto("/");
    await kept(page);
    await alone(page, freecell.code);
    await page.evaluate(() => {
      globalThis.stillHere = true;
    });
    await idle(page);
    await deploy(page);
    await drag(page, line[0]);
    await settled(page);
    assert.equal(await offer(page).count(), 0);
    assert.doesNotMatch(await inCharge(page), /next/, "it took over in the race");
    await page.getByTestId("resign").click();
    await page.getByTestId("resign-yes").click();
    await offer(page).waitFor();
    assert.equal(
      await page.evaluate(() => globalThis.stillHere),
      true,
      "the page was loaded anew in the race",
    );
  }),
);
