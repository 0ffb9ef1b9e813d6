// The keyboard alone, and nothing known of the page but what a screen reader is told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { moves, settled, turn } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { focused, playByKeys, tabTo } from "./harness/keyboard.mjs";
import { alone, freecell, line } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

const klondike = "KL1-D1N-AAAAAAB";
let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** game opens a race for one as a new person, and closes it after the play. */
async function game(deal, options, play) {
  const page = await person(browser, service, { worker: false, ...options });
  await alone(page, deal);
  await play(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** told waits until a screen reader is told of it without being asked. */
const told = (page, text) => page.getByRole("status").filter({ hasText: text }).first().waitFor();

/** listen has the page note all that a screen reader is told from now on: some of it is soon gone. */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.heard = [];
    const note = () => {
      for (const status of document.querySelectorAll('[role="status"], output'))
        if (status.checkVisibility()) globalThis.heard.push(status.textContent);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** wasTold waits until a screen reader has been told of it since the page listens. */
const wasTold = (page, text) =>
  page.waitForFunction((part) => globalThis.heard.some((told) => told.includes(part)), text);

/** reads waits until a pile is read out so. */
const reads = (page, text) =>
  page.getByRole("button", { name: new RegExp(`^${text}(,|;|$)`) }).waitFor({ state: "attached" });

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

// Fails if any move of a whole game cannot be made without a pointer, or not by what is read out alone.
test("a whole game, from the first Tab to the win", { timeout: 180_000 }, () =>
  game(freecell.code, { screen: "desk" }, async (page) => {
    const presses = await tabTo(
      page,
      /button "Column 1: four of spades, covering five of spades, .*; 7 cards"/,
    );
    assert.ok(presses <= 8, `${presses} presses of Tab lead to the board`);
    for (const word of line.slice(0, -1)) await reads(page, await playByKeys(page, word));
    // The results soon take the board's place.
    await listen(page);
    await playByKeys(page, line.at(-1));
    await wasTold(page, "All cards are home.");
    await wasTold(page, "You are home!");
    await page
      .getByRole("heading", { name: /result/i })
      .first()
      .waitFor();
    await page
      .getByTestId("result-row")
      .filter({ hasText: /104 moves/ })
      .filter({ hasText: "600" })
      .waitFor();
  }),
);

// Fails if a group cannot be chosen by its length, or if what is held, where it fits and what became of it is not told.
test("what is chosen, lifted, dropped, put back and undone is told", { timeout: 60_000 }, () =>
  game(freecell.code, { screen: "desk" }, async (page) => {
    await tabTo(page, /Column 1/);
    await press(page, "8", "Enter");
    await told(page, "Lifted five of diamonds. Fits on: column 3, cell 1, cell 2, cell 3, cell 4.");
    await press(page, "Escape");
    await told(page, "Put back.");
    await press(page, "Enter", "3", "Enter");
    await told(page, "Five of diamonds: column 8 to column 3.");
    await reads(page, "Column 3: five of diamonds");
    await press(page, "Control+z");
    await told(page, "Undone. Five of diamonds: column 3 to column 8.");
    await reads(page, "Column 3: six of spades");
    await settled(page);
    await press(page, "2", "Enter", "1", "Enter");
    await reads(page, "Column 1: three of diamonds");
    await settled(page);
    await press(page, "ArrowUp");
    await told(page, "2 cards, from four of spades");
    // Nothing longer could go anywhere: Up leads on to the piles above.
    await press(page, "ArrowUp");
    assert.match(await focused(page), /Cell 1: empty/);
    await press(page, "1", "ArrowUp", "Enter", "8", "Enter");
    await told(page, "2 cards from four of spades: column 1 to column 8.");
    await press(page, "c", "Enter");
    await told(page, "Nothing to lift here.");
    await press(page, "0");
    assert.match(await focused(page), /Foundation of spades: empty/);
  }),
);

// Fails if a refused drop takes the focus away, drops what is held, or is shown without being said.
test("a refused move keeps the focus and what is held, and its rule is said", { timeout: 60_000 }, () =>
  game(freecell.code, { screen: "desk" }, async (page) => {
    await tabTo(page, /Column 1/);
    await press(page, "4", "Enter", "3", "Enter");
    await told(page, "The colours must alternate");
    await settled(page);
    assert.match(await focused(page), /Column 3: six of spades/);
    await page.getByRole("button", { name: /^Column 4/, description: /held: five of clubs/ }).waitFor();
    await press(page, "c", "Enter");
    await reads(page, "Cell 1: five of clubs");
    assert.equal(await moves(page), 1);
  }),
);

// Fails if the stock cannot be turned or the waste not be played from.
test("the stock, the waste and the face-down cards", { timeout: 60_000 }, () =>
  game(klondike, { screen: "desk" }, async (page) => {
    await tabTo(page, /Column 1: nine of clubs/);
    await reads(page, "Stock: 24 cards face down");
    await press(page, "Space");
    await told(page, "Drew 1 card. Waste shows queen of hearts.");
    await reads(page, "Waste: queen of hearts");
    await reads(page, "Stock: 23 cards face down");
    await press(page, "d", "n", "w");
    await reads(page, "Waste: two of spades");
    assert.match(await focused(page), /Waste: two of spades.*3 cards/);
    await reads(page, "Column 6: queen of spades; 6 cards, 5 face down");
    await press(page, "ArrowLeft");
    assert.match(await focused(page), /Stock: 21 cards face down/);
    await press(page, "Enter");
    await reads(page, "Waste: ten of hearts");
  }),
);

// Fails if a press of the mouse leaves the focus where keys are for nobody.
test("after a press of the mouse the keys still play", { timeout: 60_000 }, () =>
  game(klondike, { screen: "desk" }, async (page) => {
    await turn(page);
    await press(page, "Space");
    await reads(page, "Stock: 22 cards face down");
    await page.locator('[data-card="QS"]').click();
    await press(page, "Escape");
    await told(page, "Put back.");
    await page.getByRole("timer").click();
    await press(page, "ArrowRight");
    assert.match(await focused(page), /Column 7/);
    await press(page, "Space");
    await reads(page, "Stock: 21 cards face down");
  }),
);

// Fails if arrows are mirrored with the page: the board is not, and Right has to be right.
test("on a Hebrew page the arrows go where they point", { timeout: 60_000 }, () =>
  game(freecell.code, { screen: "desk", locale: "he-IL" }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
    const place = () => page.locator(":focus").boundingBox();
    await tabTo(page, /עמודה 1/);
    await press(page, "4");
    const from = await place();
    await press(page, "ArrowRight");
    const right = await place();
    await press(page, "ArrowLeft", "ArrowLeft");
    const left = await place();
    assert.ok(left.x < from.x && from.x < right.x, `${left.x} < ${from.x} < ${right.x}`);
    assert.match(await focused(page), /עמודה 3/);
    await press(page, "c", "ArrowRight");
    assert.match(await focused(page), /תא 2/);
    // The letters are where they are on the keyboard, whatever it writes.
    await page.locator(":focus").dispatchEvent("keydown", { key: "ב", code: "KeyC", bubbles: true });
    assert.match(await focused(page), /תא 1/);
    await press(page, "8", "Enter", "3", "Enter");
    await told(page, /5|חמש/);
    await page.locator('[data-testid="race"][data-moves="1"][data-unanswered="0"]').waitFor();
  }),
);

// Fails if the help cannot be reached, cannot be closed, or loses the player's place on the board.
test("? opens the help, and Esc leads back to the same place", { timeout: 60_000 }, () =>
  game(klondike, { screen: "desk" }, async (page) => {
    await tabTo(page, /Column 1/);
    await press(page, "5", "Shift+?");
    const help = page.getByRole("dialog", { name: "Help with the board" });
    await help.waitFor();
    const text = await help.ariaSnapshot();
    for (const key of ["Arrow keys", "Enter", "Space", "Ctrl+Z", "Esc"])
      assert.ok(text.includes(key), `no ${key}`);
    // Keys are the dialog's now.
    await press(page, "n", "1");
    await press(page, "Escape");
    await help.waitFor({ state: "hidden" });
    assert.match(await focused(page), /Column 5/);
    assert.equal(await moves(page), 0);
    await page.getByRole("button", { name: "Help with the board" }).focus();
    await press(page, "Enter");
    await help.waitFor();
  }),
);

// Fails if letters still act for those whose speech writes them (WCAG 2.1.4), or if more than letters is lost.
test("letters can be switched off, and all can be done without them", { timeout: 60_000 }, () =>
  game(klondike, { screen: "desk", settings: { letterKeys: false } }, async (page) => {
    await tabTo(page, /Column 1/);
    await press(page, "n", "d", "w", "5", "0", "z", "f", "Shift+?");
    assert.match(await focused(page), /Column 1/);
    assert.equal(await page.getByRole("dialog").count(), 0);
    await press(page, "Home");
    assert.match(await focused(page), /Stock: 24 cards/);
    await press(page, "Enter");
    await reads(page, "Stock: 23 cards face down");
    await press(page, "Control+z");
    await reads(page, "Stock: 24 cards face down");
    assert.equal(await moves(page), 1);
  }),
);
