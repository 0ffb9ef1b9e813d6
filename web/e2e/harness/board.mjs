// Playing on the board that the page shows, by its own words: 35, 3h, w3, n, u.

const ranks = "A23456789TJQK";
const rank = (card) => ranks.indexOf(card[0]) + 1;

/** cards gives what lies on the screen: each card with its pile, its place in it, and its rectangle. */
export function cards(page, board = '[data-testid="board"]') {
  return page
    .locator(board)
    .first()
    .evaluate((element) =>
      [...element.querySelectorAll("[data-card]")].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const { card, pile, index } = node.dataset;
        return { card, pile, index: Number(index), x, y, width, height };
      }),
    );
}

const pileOf = (all, pile) => all.filter((c) => c.pile === pile).sort((a, b) => a.index - b.index);

/** step is what a word means on the board: which card is taken, and where it goes. */
export async function step(page, word) {
  const all = await cards(page);
  const from = pileOf(all, word[0]);
  const last = from.at(-1);
  if (!last) throw new Error(`${word}: nothing lies on ${word[0]}`);
  const target = word[1] === "h" ? last.card[1] : word[1];
  const on = pileOf(all, target);
  const stop = await page.locator(`[data-testid="board"] button[data-pile="${target}"]`).boundingBox();
  const count = countOf(word, from, on);
  return { take: from.at(-count), count, to: target, onto: on.at(-1) ?? stop };
}

function countOf(word, from, on) {
  if (word[2] === "v") return Number.parseInt(word.slice(3), 16);
  const column = (pile) => /[1-9]/.test(pile);
  if (!column(word[0]) || !column(word[1])) return 1;
  if (on.length > 0) return rank(on.at(-1).card) - rank(from.at(-1).card);
  const king = from.findIndex((c) => c.card[0] === "K");
  return king < 0 ? 1 : from.length - king;
}

/** middle is where a finger takes a card: near its top, which no other card covers. */
const grip = (card) => ({
  x: card.x + card.width / 2,
  y: card.y + Math.min(card.height / 2, card.width * 0.15),
});
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** settled waits until every action is answered and nothing moves any more. */
export async function settled(page) {
  await page.locator('[data-testid="race"][data-unanswered="0"]').waitFor();
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
}

export async function moves(page) {
  return Number(await page.getByTestId("race").getAttribute("data-moves"));
}

/** drag plays a word with the mouse. */
export async function drag(page, word) {
  const { take, onto } = await step(page, word);
  const from = grip(take);
  const to = middle(onto);
  const end = { x: to.x, y: to.y + (from.y - (take.y + take.height / 2)) };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + end.x) / 2, (from.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
}

/** touchDrag plays a word with a finger, through the debugger protocol. */
export async function touchDrag(page, word) {
  const { take, onto } = await step(page, word);
  const from = grip(take);
  const to = middle(onto);
  const end = { x: to.x, y: to.y + (from.y - (take.y + take.height / 2)) };
  const finger = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", from);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await send("touchMove", { x: from.x + (end.x - from.x) * part, y: from.y + (end.y - from.y) * part });
  }
  await send("touchEnd");
  await finger.detach();
}

/** tapTwoPlaces plays a word by a tap on the card and, unless that takes it home already, one on where it goes. */
export async function tapTwoPlaces(page, word, { touch = false } = {}) {
  const { take, onto } = await step(page, word);
  const press = touch ? (at) => page.touchscreen.tap(at.x, at.y) : (at) => page.mouse.click(at.x, at.y);
  await press(grip(take));
  if (word[1] !== "h") await press(middle(onto));
}

/** turn taps the stock. */
export async function turn(page) {
  const stock = await page.locator('[data-testid="board"] button[data-pile="n"]').boundingBox();
  await page.mouse.click(stock.x + stock.width / 2, stock.y + stock.height / 2);
}
