// The mouse and the finger on the board, and all that can go wrong between a press and its end.
//
// Of the deal below, the last cards of the columns are 4S 3D 6S 5C 7S AC 8D 5D. AC can go home; of the others
// 5D fits on 6S, 3D on 4S, 4S on 5D, 7S on 8D, and each into a cell.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cards, drag, moves } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { Fingers } from "./harness/finger.mjs";
import { freshPicture, picture, still } from "./harness/picture.mjs";
import { alone, freecell } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

/** Cards travel, so that a gesture can come while others are under way. */
const moving = { motion: "full", animation: "normal" };
let service;
let browser;
/** The page of the test at hand, and how many moves had been made on it before. */
let page;
let earlier = 0;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function open({ screen, deal = freecell.code, settings = {} }) {
  const opened = await person(browser, service, {
    screen,
    settings: { ...moving, ...settings },
    worker: false,
  });
  await alone(opened, deal);
  return opened;
}

/** Games are played by one test after the other, each from the deal: to open one takes seconds. */
const games = new Map();

/** gesture is a test on a game that is as dealt. */
function gesture(name, where, play) {
  test(name, { timeout: 60_000 }, async () => {
    const key = JSON.stringify(where);
    page = games.get(key) ?? (await open(where));
    games.delete(key);
    await takeAllBack();
    earlier = await moves(page);
    await play(where.screen === "phone" ? await Fingers.on(page) : null);
    const view = await page.evaluate(() => [scrollX, scrollY, visualViewport.scale, visualViewport.pageTop]);
    assert.deepEqual(view, [0, 0, 1, 0], "the page was scrolled or zoomed");
    assert.deepEqual(page.faults, []);
    games.set(key, page);
  });
}

async function takeAllBack() {
  while (await page.getByTestId("undo").isEnabled()) {
    await page.keyboard.press("Control+z");
    await still(page);
  }
}

const byMouse = { screen: "desk" };
const byFinger = { screen: "phone" };

/** cardOf gives a card's place on the screen, with the point where a finger takes it. */
async function cardOf(name) {
  const card = (await cards(page)).find((c) => c.card === name);
  return {
    ...card,
    grip: { x: Math.round(card.x + card.width / 2), y: Math.round(card.y + card.width * 0.15) },
  };
}
const by = ({ x, y }, dx, dy) => ({ x: x + dx, y: y + dy });
const onto = (card, target) => by(card.grip, target.x - card.x, target.y - card.y);
const spot = async (name) => {
  const { pile, index } = await cardOf(name);
  return `${pile}${index}`;
};

/** answered waits until the test has made so many moves and all is answered. */
async function answered(count) {
  await page.locator(`[data-testid="race"][data-moves="${earlier + count}"][data-unanswered="0"]`).waitFor();
  await still(page);
}
const shown = (text) => page.locator('[data-testid="board"] .notice', { hasText: text }).waitFor();
const marked = () => page.locator('[data-testid="board"] .mark.target').count();
const held = () => page.locator('[data-testid="board"] .mark.held').count();

/** playsOn shows that nothing is stuck: the next drag works, and the board is as on a page just loaded. */
async function playsOn() {
  const made = (await moves(page)) - earlier;
  await drag(page, "83");
  await answered(made + 1);
  assert.match(await spot("5D"), /^3/);
  assert.deepEqual(await picture(page), await freshPicture(page));
}

// Fails if the card lags behind, jumps to the finger, or the browser takes the finger for scrolling.
gesture(
  "a card follows the finger by exactly its way, and the page stays where it is",
  byFinger,
  async (finger) => {
    const card = await cardOf("5D");
    await finger.down(card.grip);
    for (const [dx, dy] of [
      [-20, -30],
      [-60, 200],
      [-200, 150],
      [3, -90],
      [-120, -57],
    ]) {
      await finger.move(by(card.grip, dx, dy));
      const now = await cardOf("5D");
      assert.deepEqual([now.x - card.x, now.y - card.y], [dx, dy]);
    }
    await finger.move(by(card.grip, 4, 0));
    await finger.up();
    await still(page);
    assert.equal(await spot("5D"), `8${card.index}`);
    assert.equal(await moves(page), earlier);
  },
);

// Fails if places are marked that do not take the card, or some that do are not, or marks stay.
gesture("what takes the dragged card is marked, and only while it is dragged", byMouse, async () => {
  const places = async () => {
    const marks = page.locator('[data-testid="board"] .mark.target');
    const boxes = await Promise.all((await marks.all()).map((mark) => mark.boundingBox()));
    return boxes.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).sort();
  };
  const six = await cardOf("6S");
  const cells = await page.getByRole("button", { name: /^Cell/ }).all();
  const wanted = [six, ...(await Promise.all(cells.map((cell) => cell.boundingBox())))];
  const five = await cardOf("5D");
  await page.mouse.move(five.grip.x, five.grip.y);
  await page.mouse.down();
  await page.mouse.move(five.grip.x - 40, five.grip.y + 40, { steps: 3 });
  assert.deepEqual(await places(), wanted.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).sort());
  const target = onto(five, six);
  await page.mouse.move(target.x, target.y, { steps: 3 });
  await page.locator('[data-testid="board"] .mark.aimed').waitFor({ state: "attached" });
  await page.mouse.up();
  await answered(1);
  assert.equal(await spot("5D"), "37");
  assert.equal(await marked(), 0);
});

// Fails if a group comes apart in the hand or on its way.
gesture("a group is dragged by the card it begins with", byMouse, async () => {
  await drag(page, "21");
  await answered(1);
  const four = await cardOf("4S");
  const three = await cardOf("3D");
  await page.mouse.move(four.grip.x, four.grip.y);
  await page.mouse.down();
  await page.mouse.move(four.grip.x + 33, four.grip.y + 44, { steps: 2 });
  for (const card of [four, three]) {
    const now = await cardOf(card.card);
    assert.deepEqual([now.x - card.x, now.y - card.y], [33, 44]);
  }
  const target = onto(four, await cardOf("5D"));
  await page.mouse.move(target.x, target.y + 20, { steps: 3 });
  await page.mouse.up();
  await answered(2);
  assert.deepEqual([await spot("4S"), await spot("3D")], ["86", "87"]);
});

// Fails if a refused card stays where it was dropped, or its rule is not told.
gesture("a refused drop goes back and shows its rule", byMouse, async () => {
  const before = await picture(page);
  await drag(page, "43");
  await shown("The colours must alternate");
  assert.deepEqual(await picture(page), before);
  assert.equal(await moves(page), earlier);
  await playsOn();
});

// Fails if those who know the rules are told them all the same.
const silent = { screen: "desk", settings: { explainRefusals: false } };
gesture("a refused drop goes back silently where the player wants no rules", silent, async () => {
  let sent = 0;
  page.on("websocket", (socket) => socket.on("framesent", () => sent++));
  await page.reload();
  const before = await picture(page);
  await drag(page, "43");
  assert.deepEqual(await picture(page), before);
  sent = 0;
  await drag(page, "83");
  await answered(1);
  assert.equal(sent, 1, "the refused move was sent");
  await page.locator('[data-testid="board"] .notice:empty').waitFor({ state: "attached" });
});

// Fails if a tap on a card does not send it home, or does so with what cannot go there.
gesture("a tap sends home what fits there, and lifts what does not", byFinger, async (finger) => {
  await finger.tap((await cardOf("AC")).grip);
  await answered(1);
  assert.equal(await spot("AC"), "C0");
  finger.wait(1000);
  await finger.tap((await cardOf("5D")).grip);
  assert.equal(await held(), 1);
  assert.equal(await marked(), 5);
  finger.wait(1000);
  await finger.tap((await cardOf("6S")).grip);
  await answered(2);
  assert.equal(await spot("5D"), "37");
  assert.equal(await held(), 0);
});

// Fails if the second tap comes too late for it, hits another card, or the shorter of two columns is chosen.
gesture("a double tap takes a card to the longest column that takes it", byFinger, async (finger) => {
  // Then 5D fits on 6C in column 5, which has 5 cards, and on 6S in column 3, which has 7.
  await drag(page, "57");
  await answered(1);
  await finger.tapTwice((await cardOf("5D")).grip);
  await answered(2);
  assert.equal(await spot("5D"), "37");
  assert.equal(await held(), 0);
});

// Fails if a quick second tap of the same hand moves the card that the first one has uncovered.
gesture("the second tap after one that moved a card does nothing", byFinger, async (finger) => {
  await drag(page, "83");
  await answered(1);
  // Under AH lies AD, which could go home too.
  const ace = await cardOf("AH");
  await finger.tapTwice(ace.grip);
  await answered(2);
  assert.deepEqual([await spot("AH"), await spot("AD")], ["H0", "83"]);
  assert.equal(await held(), 0);
  finger.wait(1000);
  await finger.tap(ace.grip);
  await answered(3);
  assert.equal(await spot("AD"), "D0");
});

// Fails if quick taps on the stock are taken for double taps, or one of them is lost.
const klondike = { screen: "phone", deal: "KL1-D1N-AAAAAAB" };
gesture("each tap on the stock turns it", klondike, async (finger) => {
  const stock = await page.locator('[data-testid="board"] button[data-pile="n"]').boundingBox();
  for (let i = 0; i < 5; i++) await finger.tap(by(stock, stock.width / 2, stock.height / 2));
  await answered(5);
  assert.equal((await cards(page)).filter(({ pile }) => pile === "w").length, 5);
});

/** Each of these ends a drag that is under way. */
const endings = {
  "the browser takes the finger away": async (finger) => await finger.cancel(),
  "a second finger touches": async (finger, at) => {
    await finger.down({ x: 60, y: 500 }, at);
    await finger.move(by(at, -30, 0), { x: 70, y: 520 });
    await finger.up();
  },
  "the window loses the focus": async (finger) => {
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await finger.up();
  },
  "Esc is pressed": async (finger) => {
    await page.keyboard.press("Escape");
    await finger.up();
  },
  "the phone is turned": async (finger) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await finger.up();
    await page.setViewportSize({ width: 360, height: 640 });
  },
};
for (const [what, end] of Object.entries(endings)) {
  // Fails if a card stays in the air, is dropped although the drag came to nothing, or nothing works afterwards.
  gesture(`a drag ends where it began when ${what}`, byFinger, async (finger) => {
    const before = await picture(page);
    const five = await cardOf("5D");
    const target = onto(five, await cardOf("6S"));
    await finger.down(five.grip);
    await finger.move(by(five.grip, -30, 30));
    await finger.move(target);
    assert.ok((await marked()) > 0, "nothing is dragged");
    await end(finger, target);
    assert.deepEqual(await picture(page), before);
    assert.equal(await moves(page), earlier);
    finger.wait(1000);
    await playsOn();
  });
}

// Fails if the board is laid out for the size it had: cards outside, or where nothing was dropped.
gesture("turning the phone in mid-drag lays the board out anew", byFinger, async (finger) => {
  const five = await cardOf("5D");
  await finger.down(five.grip);
  await finger.move(by(five.grip, -30, 30));
  await page.setViewportSize({ width: 640, height: 360 });
  await finger.move(by(five.grip, -60, 30));
  await finger.up();
  await page.locator('[data-testid="race"].low').waitFor();
  assert.deepEqual(await picture(page), await freshPicture(page));
});

// Fails if a swipe over board, bars or felt scrolls the page, or a double tap on a button zooms it.
gesture("swipes and quick taps leave the page as it is", byFinger, async (finger) => {
  for (const at of [
    { x: 180, y: 20 },
    { x: 180, y: 400 },
    { x: 100, y: 620 },
  ]) {
    await finger.down(at);
    for (const dy of [-40, -120, 90, 200]) await finger.move(by(at, 10, dy));
    await finger.up();
    finger.wait(1000);
  }
  await drag(page, "83");
  await answered(1);
  const undo = await page.getByTestId("undo").boundingBox();
  await finger.tapTwice(by(undo, undo.width / 2, undo.height / 2));
  await answered(1);
  assert.equal(await spot("5D"), "85");
});

// Fails if a mouse that lets go outside the window, or a lost capture, leaves a card in the air.
gesture("a mouse that lets go outside the board drops nothing", byMouse, async () => {
  const before = await picture(page);
  const five = await cardOf("5D");
  await page.mouse.move(five.grip.x, five.grip.y);
  await page.mouse.down();
  await page.mouse.move(five.grip.x, 5, { steps: 4 });
  await page.mouse.move(-20, -20, { steps: 2 });
  await page.mouse.up();
  assert.deepEqual(await picture(page), before);
  await playsOn();
});
