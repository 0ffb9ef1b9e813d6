// Hebrew and Croatian as their speakers meet them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cards } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { Actor, Stage, scenes, still } from "./harness/scenes.mjs";
import { Service } from "./harness/service.mjs";

let service;
let browser;
let stage;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
  stage = await Stage.set(browser, service);
});
after(async () => {
  await stage?.strike();
  await browser?.close();
  await service?.stop();
});

/** visiting runs what is to be seen on a new person's page, and closes it. */
const visiting = (options, see) => async () => {
  const page = await person(browser, service, { worker: false, ...options });
  try {
    await see(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
  }
};

const language = (page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

for (const [locale, expected] of [
  ["he-IL", ["he", "rtl"]],
  ["hr-HR", ["hr", "ltr"]],
  ["de-DE", ["en", "ltr"]],
]) {
  test(
    `a browser in ${locale} is spoken to in ${expected[0]}`,
    visiting({ locale }, async (page) => {
      await page.goto("/");
      await page.locator("h1").waitFor();
      assert.deepEqual(await language(page), expected);
    }),
  );
}

test(
  "a language that was chosen is there after a reload and on other pages",
  visiting({ locale: "en" }, async (page) => {
    await page.goto("/settings");
    await page.locator("main select").first().selectOption("he");
    await page.locator('html[lang="he"][dir="rtl"]').waitFor();
    await page.reload();
    await page.locator("h1").waitFor();
    assert.deepEqual(await language(page), ["he", "rtl"]);
    await page.goto("/rules/FC");
    await page.locator("section [data-card]").first().waitFor();
    assert.deepEqual(await language(page), ["he", "rtl"]);
  }),
);

/** words gives the page's visible texts, in the order of reading, without those of people and of other languages. */
const words = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent.closest("bdi, code, kbd, script, option, svg") && parent.checkVisibility())
        found.push(node.data.trim());
    }
    return found.filter((text) => /\p{Letter}{2}/u.test(text));
  });

/** Named alike in all languages. */
const alike = /^(?:Samedeal|FreeCell|Klondike|Solitaire Réfléchi|Enter|Esc|English|Hrvatski|עברית)$/;
const seen = [
  "home",
  "home-games",
  "create",
  "room-lobby",
  "race-klondike",
  "watch-grid",
  "results-won",
  "live",
  "replay",
  "replay-analysis",
  "ghosts",
  "settings",
  "boards",
  "boards-deal",
  "profile",
  "profile-sure",
  "friend",
  "rules",
  "rules-fc",
  "missing",
];
const english = new Map();

/** Players' names stand in these, and must be set off from the direction of the text round them. */
const named = ["room-lobby", "race-klondike", "watch-grid", "results-won", "boards", "profile"];

/** loose gives the texts in which a Latin name may be torn apart by Hebrew. */
const loose = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // In one text with other words it is set off by Unicode's isolates.
      if (/Ivan Horvat(?!\u2069)/.test(node.data) && !node.parentElement.closest("bdi"))
        found.push(node.data);
    }
    return found;
  });

for (const name of seen) {
  const also = named.includes(name) ? ", and players' names stand apart from the text" : "";
  test(`${name} has no English left in Hebrew and Croatian${also}`, { timeout: 90_000 }, async () => {
    for (const locale of ["en", "he", "hr"]) {
      await visiting({ locale }, async (page) => {
        await scenes[name](new Actor(page), stage);
        await still(page);
        const texts = (await words(page)).filter((text) => !alike.test(text));
        if (locale === "en") english.set(name, new Set(texts));
        else
          assert.deepEqual(
            texts.filter((text) => english.get(name).has(text)),
            [],
            locale,
          );
        if (locale === "he")
          assert.deepEqual(
            texts.filter((text) => !/\p{Script=Hebrew}/u.test(text)),
            [],
          );
        if (locale === "he" && also) assert.deepEqual(await loose(page), []);
      })();
    }
  });
}

test("the board is laid out alike in every language, and the page round it is mirrored", {
  timeout: 60_000,
}, async () => {
  const places = {};
  for (const locale of ["en", "he"]) {
    await visiting({ locale }, async (page) => {
      await scenes["race-klondike"](new Actor(page), stage);
      await still(page);
      const all = await cards(page);
      const first = (pile) => all.find((card) => card.pile === pile && card.index === 0).x;
      const columns = [..."1234567"].map(first);
      assert.deepEqual(
        columns,
        columns.toSorted((a, b) => a - b),
        `${locale}: the columns' order`,
      );
      assert.ok(first("n") < first("w"), `${locale}: the stock lies left of the waste`);
      assert.equal(
        await page
          .getByTestId("board")
          .first()
          .evaluate((board) => getComputedStyle(board).direction),
        "ltr",
      );
      places[locale] = columns.map((x) => x - columns[0]);
      const rivals = await page.getByTestId("rivals").boundingBox();
      assert.equal(rivals.x > columns[0], locale === "en", `${locale}: the rivals' side`);
    })();
  }
  assert.deepEqual(places.he, places.en);
});
