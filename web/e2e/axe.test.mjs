// What axe finds wrong with the pages for people who see, hear or move otherwise: nothing, on any page in any state.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, person } from "./harness/browser.mjs";
import { Actor, emptyScenes, Stage, scenes, still } from "./harness/scenes.mjs";
import { Service } from "./harness/service.mjs";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const locales = ["en", "he", "hr"];
/** These are looked at in each language; the others in one, since their parts are those of these. */
const inAll = [
  "home",
  "create",
  "room-lobby",
  "race-klondike",
  "results-won",
  "live",
  "replay",
  "replay-analysis",
  "ghosts",
  "settings",
  "boards",
  "profile",
  "friend",
  "rules",
  "missing",
];
/** These differ from others by how much is in them only. */
const left = /crowded|thoughtful/;

let service;
let browser;
let stage;
let axe;

before(async () => {
  const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  [service, browser, axe] = await Promise.all([Service.start(), launch(), readFile(source, "utf8")]);
  stage = await Stage.set(browser, service);
});
after(async () => {
  await stage?.strike();
  await browser?.close();
  await service?.stop();
});

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate((values) => {
    const options = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
    return globalThis.axe.run(document, options);
  }, tags);
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
}

/** Each scene in its languages, light and dark by turns, on a phone and on a desk by turns. */
function* checks() {
  let turn = 0;
  for (const [name, play] of Object.entries({ ...emptyScenes, ...scenes })) {
    if (left.test(name)) continue;
    const own = locales[turn % locales.length];
    for (const locale of inAll.includes(name) ? locales : [own]) {
      yield { name, play, locale, dark: turn % 2 === 1, screen: turn % 4 < 2 ? "phone" : "desk" };
      turn += 1;
    }
    if (inAll.includes(name)) turn += 1;
  }
}

for (const { name, play, locale, dark, screen } of checks()) {
  test(`${name} in ${locale}, ${dark ? "dark" : "light"}, ${screen}`, { timeout: 60_000 }, async () => {
    const page = await person(browser, service, { screen, locale, dark, worker: false });
    try {
      await play(new Actor(page), stage);
      await still(page);
      assert.equal((await violations(page)).join("\n"), "");
    } finally {
      await page.context().close();
    }
  });
}
