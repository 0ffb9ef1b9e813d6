// What is on the screen is a function of the game, and of nothing that led to it: after any play the board is as on
// a page that has just been loaded.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cards, moves, turn } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { freshPicture, picture, still } from "./harness/picture.mjs";
import { alone, freecell } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

/** Cards travel, so that each step comes while those before are under way. */
const moving = { motion: "full", animation: "normal" };
let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function game(deal, screen, play) {
  const page = await person(browser, service, { screen, settings: moving, worker: false });
  await alone(page, deal);
  await play(page);
  const here = await picture(page);
  assert.deepEqual(here, await freshPicture(page));
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const undoable = (page) => page.getByTestId("undo").isEnabled();

// Most of their time is the server's, which answers 20 actions in a second.
describe("100 undos as fast as they can be asked for", { concurrency: true }, () => {
  for (const deal of ["KL1-D1N-AAAAAAB", "TF1-D1N-AAAAAAB"]) {
    // Fails if an undo is lost, counts twice, or leaves a card between two piles when others follow at once.
    test(deal, { timeout: 120_000 }, () =>
      game(deal, "phone", async (page) => {
        await turn(page);
        await still(page);
        const first = await picture(page);
        for (let i = 0; i < 5; i++) await turn(page);
        for (let i = 0; i < 95; i++) await page.keyboard.press("Space");
        await page.locator('[data-testid="race"][data-moves="101"][data-unanswered="0"]').waitFor();
        await page.getByTestId("undo").evaluate(async (button) => {
          for (let i = 0; i < 40; i++) button.click();
          for (let i = 0; i < 30; i++) {
            button.click();
            await new Promise(requestAnimationFrame);
          }
        });
        for (let i = 0; i < 30; i++) await page.keyboard.press("Control+z");
        assert.deepEqual(await picture(page), first);
        assert.equal(await undoable(page), false, "more than 100 can be taken back");
        assert.equal(await moves(page), 101);
      }),
    );
  }
});

/** random gives numbers below 1, the same ones at each run (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Player plays at random, by what the board itself marks as possible. */
class Player {
  constructor(page, seed) {
    this.page = page;
    this.random = random(seed);
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  async step() {
    const chance = this.random();
    if (chance < 0.15) await this.page.keyboard.press("Control+z");
    else if (chance < 0.3) await this.page.keyboard.press("Space");
    else if (chance < 0.45) await this.tap();
    else await this.drag();
  }

  /** grip is a point by which a card can be taken: mostly a pile's last one. */
  async grip() {
    const shown = (await cards(this.page)).filter(({ card, pile }) => card !== "" && pile !== "n");
    const last = shown.filter(
      ({ pile, index }) => !shown.some((other) => other.pile === pile && other.index > index),
    );
    const { x, y, width } = this.pick(this.random() < 0.7 ? last : shown);
    return { x: x + width / 2, y: y + width * 0.15, width };
  }

  async tap() {
    const { x, y } = await this.grip();
    await this.page.mouse.click(x, y);
    await this.page.keyboard.press("Escape");
  }

  /** drag takes any card, and mostly puts it where it may go. */
  async drag() {
    const from = await this.grip();
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 12, from.y + 12);
    const marks = await this.page
      .locator('[data-testid="board"]')
      .evaluate((board) =>
        [...board.querySelectorAll(".mark.target")].map((mark) => mark.getBoundingClientRect().toJSON()),
      );
    const to = this.random() < 0.85 ? this.pick(marks) : await this.grip();
    if (to) await mouse.move(to.x + from.width / 2, to.y + from.width * 0.15);
    await mouse.up();
  }
}

for (const [deal, screen, seed] of [
  ["KL1-D3N-AAAAAAB", "phone", 1],
  [freecell.code, "landscape", 3],
]) {
  // Fails if a card is drawn where it does not lie, with another's face, or over another that lies on it.
  test(`${deal}: 30 random moves`, { timeout: 240_000 }, (t) =>
    game(deal, screen, async (page) => {
      const player = new Player(page, seed);
      let steps = 0;
      while ((await moves(page)) < 30 && steps < 250) {
        await player.step();
        steps += 1;
      }
      await still(page);
      t.diagnostic(`${steps} steps made ${await moves(page)} moves`);
      assert.ok((await moves(page)) >= 30, "hardly anything was played");
    }),
  );
}
