// Playing by what a screen reader is told, and by the keyboard alone: nothing is known of the page but its
// accessible names.

const rankWords = "ace two three four five six seven eight nine ten jack queen king".split(" ");
const suitWords = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

export const spoken = (card) => `${rankWords["A23456789TJQK".indexOf(card[0])]} of ${suitWords[card[1]]}`;

/** pileNames are the piles as the notation's letters name them. */
const pileNames = {
  ...Object.fromEntries([..."123456789"].map((n) => [n, `Column ${n}`])),
  ...Object.fromEntries([..."abcd"].map((cell, i) => [cell, `Cell ${i + 1}`])),
  ...Object.fromEntries(Object.entries(suitWords).map(([suit, word]) => [suit, `Foundation of ${word}`])),
};

/** heard gives the cards of each pile, the reachable one first, as the page's accessible tree names them. */
export async function heard(page) {
  const tree = await page.getByRole("group", { name: "Your board" }).ariaSnapshot();
  const piles = {};
  for (const [letter, name] of Object.entries(pileNames)) {
    const found = new RegExp(`button "${name}: ([^"]*)"`).exec(tree);
    if (found) piles[letter] = cardsIn(found[1]);
  }
  return piles;
}

/** cardsIn reads "four of spades, covering five of spades, jack of hearts; 3 cards". */
function cardsIn(text) {
  if (text.startsWith("empty")) return [];
  return [...text.split(";")[0].matchAll(/(\w+) of (spades|hearts|diamonds|clubs)/g)].map(([card]) => card);
}

const rankOf = (card) => rankWords.indexOf(card.split(" ")[0]) + 1;

/** howMany is the number of cards that a word moves, by the names alone. */
function howMany(word, from, to) {
  if (word[2] === "v") return Number.parseInt(word.slice(3), 16);
  const columns = /^[1-9][1-9]/.test(word);
  return columns && to.length > 0 ? rankOf(to[0]) - rankOf(from[0]) : 1;
}

/** goTo takes the focus to a pile, in as few keys as a person would need. */
async function goTo(page, pile) {
  if (/[1-9]/.test(pile)) await page.keyboard.press(pile);
  else if (/[SHDC]/.test(pile)) {
    await page.keyboard.press("0");
    for (let i = 0; i < "SHDC".indexOf(pile); i++) await page.keyboard.press("ArrowRight");
  } else {
    await page.keyboard.press("c");
    for (let i = 0; i < "abcd".indexOf(pile); i++) await page.keyboard.press("ArrowRight");
  }
}

/** playByKeys plays a word by keys. It gives what a screen reader will then read at the pile's place. */
export async function playByKeys(page, word) {
  const piles = await heard(page);
  const [card] = piles[word[0]];
  await goTo(page, word[0]);
  if (word[1] === "h") {
    await page.keyboard.press("f");
    return `Foundation of ${card.split(" ").at(-1)}: ${card}`;
  }
  const count = howMany(word, piles[word[0]], piles[word[1]]);
  for (let i = 1; i < count; i++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await goTo(page, word[1]);
  await page.keyboard.press("Enter");
  return `${pileNames[word[1]]}: ${card}`;
}

/** focused is what has the keyboard's focus, as a screen reader is told; empty while nothing has. */
export async function focused(page) {
  const focus = page.locator(":focus");
  return (await focus.count()) === 0 ? "" : await focus.ariaSnapshot();
}

/** tabTo presses Tab until the focus is on what a screen reader calls so. It gives how often. */
export async function tabTo(page, name, most = 12) {
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press("Tab");
    if (name.test(await focused(page))) return presses;
  }
  throw new Error(`${most} presses of Tab do not lead to ${name}`);
}
