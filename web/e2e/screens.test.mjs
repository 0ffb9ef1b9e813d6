// A race of four on every screen: nothing is cut off, nothing is too small, and nothing moves the board.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drag, moves, turn } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { still } from "./harness/picture.mjs";
import { freecell, makeRoom } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

const sizes = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const nameOf = ({ width, height }) => `${width}x${height}`;
let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** race has a person and three bots race on a deal. It gives the page, and what ends with the race. */
async function race(deal, locale) {
  const code = await makeRoom(service, { deal, seats: 4 });
  const page = await person(browser, service, {
    screen: "phone",
    locale,
    name: "A player with 24 letters",
    worker: false,
  });
  await page.goto(`/r/${code}`);
  await page.getByTestId("lobby").waitFor();
  const bots = service.run(
    "bot",
    "--server",
    service.url,
    "--room",
    code,
    "--players",
    "3",
    "--pace",
    "60ms",
  );
  await page.locator('[data-testid="people"] li:nth-child(4)').waitFor();
  await page.getByTestId("ready").click();
  await page.getByTestId("race").waitFor();
  await page.locator('[data-testid="board"] [data-card]').first().waitFor({ state: "attached" });
  return { page, bots };
}

/** measure gives what a screen shows, as far as it is to be right. */
function measure(page) {
  return page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    const board = document.querySelector('[data-testid="board"]');
    const visible = (element) => element.checkVisibility() && box(element).width > 0;
    const cards = [...board.querySelectorAll("[data-index]")].filter(
      (card) => getComputedStyle(card).visibility === "visible",
    );
    const page = document.documentElement;
    return {
      board: box(board),
      card: { width: box(cards[0]).width, height: box(cards[0]).height },
      overflow: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
      outside: cards
        .map((card) => ({ card: card.dataset.card, ...box(card) }))
        .filter(({ left, top, right, bottom }) => {
          const { left: l, top: t, right: r, bottom: b } = box(board);
          return (
            left < Math.max(l, 0) ||
            top < Math.max(t, 0) ||
            right > Math.min(r, innerWidth) ||
            bottom > Math.min(b, innerHeight)
          );
        })
        .map(({ card, left, top }) => `${card} at ${left} ${top}`),
      buttons: [...document.querySelectorAll("button, a")]
        .filter((button) => !board.contains(button) && visible(button))
        .map((button) => ({ name: button.getAttribute("aria-label") ?? button.textContent, ...box(button) })),
      clipped: [...document.querySelectorAll('[data-testid="race"] header *, [data-testid="race"] footer *')]
        .filter((element) => visible(element) && !element.closest("svg, .visually-hidden"))
        .map((element) => ({ text: element.textContent.trim(), ...box(element) }))
        .filter(
          ({ left, right, top, bottom }) =>
            left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5,
        )
        .map(({ text, left, right }) => `${text} from ${left} to ${right}`),
    };
  });
}

async function on(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => {
    const race = document.querySelector('[data-testid="race"]').getBoundingClientRect();
    return race.width === width && race.height === height;
  }, size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await still(page);
}

/** overlaps gives the pairs of buttons that lie on one another. */
function overlaps(buttons) {
  return buttons.flatMap((a, i) =>
    buttons
      .slice(i + 1)
      .filter(
        (b) =>
          a.left < b.right - 0.5 &&
          b.left < a.right - 0.5 &&
          a.top < b.bottom - 0.5 &&
          b.top < a.bottom - 0.5,
      )
      .map((b) => `${a.name} and ${b.name}`),
  );
}

/** watchBoard has the page note each place and size that board and cards ever have. */
function watchBoard(page) {
  return page.evaluate(() => {
    const seen = new Set();
    const note = () => {
      const board = document.querySelector('[data-testid="board"]');
      if (!board) return;
      const { x, y, width, height } = board.getBoundingClientRect();
      const card = board.querySelector("[data-index]").getBoundingClientRect();
      seen.add(`board ${x} ${y} ${width} ${height}, cards ${card.width} ${card.height}`);
      window.boardsSeen = [...seen];
      requestAnimationFrame(note);
    };
    note();
  });
}

const games = [
  { deal: "KL1-D3N-AAAAAAB", least: 48, refused: "57" },
  { deal: "TF1-D1N-AAAAAAB", least: 48, refused: "34" },
  { deal: freecell.code, least: 41, refused: "43", locale: "he-IL" },
];
for (const { deal, least, refused, locale } of games) {
  // Fails if a bar grows with what it says, the page scrolls, cards leave the board or become too small to read or
  // press, or anything that happens in the race moves the board under the player's hand.
  test(`${deal} on ${sizes.map(nameOf).join(", ")}`, { timeout: 120_000 }, async (t) => {
    const { page, bots } = await race(deal, locale);
    const first = {};
    for (const size of sizes) {
      const name = nameOf(size);
      await on(page, size);
      const seen = await measure(page);
      first[name] = { board: seen.board, card: seen.card };
      t.diagnostic(`${name}: cards ${seen.card.width} px, board ${seen.board.width}x${seen.board.height}`);
      assert.deepEqual(
        seen.overflow.map((px) => Math.max(px, 0)),
        [0, 0],
        `${name}: the page scrolls`,
      );
      assert.deepEqual(seen.outside, [], `${name}: cards outside the board`);
      assert.deepEqual(seen.clipped, [], `${name}: cut off`);
      for (const { name: button, width, height } of seen.buttons) {
        assert.ok(width >= 44 && height >= 44, `${name}: ${button} has ${width} by ${height} px`);
      }
      assert.deepEqual(overlaps(seen.buttons), [], `${name}: buttons on one another`);
      if (size.width >= 360)
        assert.ok(
          seen.card.width >= (size.height < 480 ? 41 : least),
          `${name}: cards of ${seen.card.width} px`,
        );
    }

    // One screen is looked at in every frame while the others play, end, and notices come and go.
    await on(page, sizes[1]);
    await watchBoard(page);
    await drag(page, refused);
    await page.locator('[data-testid="board"] .notice:not(:empty)').waitFor();
    if (deal.startsWith("FC")) await drag(page, "83");
    else await turn(page);
    await page.locator('[data-testid="race"][data-unanswered="0"]:not([data-moves="0"])').waitFor();
    await page.locator('[data-testid="rival"][data-ended]').nth(2).waitFor({ timeout: 60_000 });
    const seen = await page.evaluate(() => window.boardsSeen);
    assert.equal(seen.length, 1, `the board moved: ${seen.join("; ")}`);
    for (const size of sizes) {
      await on(page, size);
      const { board, card } = await measure(page);
      assert.deepEqual({ board, card }, first[nameOf(size)], `${nameOf(size)}: the board moved`);
    }
    assert.ok((await moves(page)) > 0);

    await page.getByTestId("resign").click();
    await page.getByTestId("resign-yes").click();
    await page.getByTestId("results").waitFor();
    await bots;
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
