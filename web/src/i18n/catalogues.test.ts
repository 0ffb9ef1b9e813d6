import { expect, test } from "vitest";
import { parseVariant } from "../table/table";
import { messages as en } from "./en";
import { messages as he } from "./he";
import { messages as hr } from "./hr";

const others = { he, hr };
const hebrew = /\p{Script=Hebrew}/u;

/** Names and what is written on keys: the same in any language. */
const names = ["common.samedeal", "game.names.FC", "game.names.KL", "game.names.TF"];
const alike = [...names, "board.key.enter", "board.key.escape"];

/** These are not given numbers or words but cards and games, and have a test of their own. */
const ofTheGame = ["game.variant", "game.card", "game.cardAsObject", "game.shortCard"];

/** leaves gives all texts of a catalogue by their paths; a function is called with the values given. */
function leaves(node: unknown, values: readonly unknown[], path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (ofTheGame.includes(path)) return [];
  if (typeof node === "function") {
    return leaves(called(node as (...values: never[]) => unknown, values), values, path);
  }
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => leaves(value, values, path ? `${path}.${key}` : key));
}

/** called calls a text with what it may not have been made for: then it has nothing to say. */
function called(text: (...values: never[]) => unknown, values: readonly unknown[]): unknown {
  try {
    return text(...(values as never[]));
  } catch {
    return null;
  }
}

const asked: (readonly unknown[])[] = [
  [1, 1, 1],
  [2, 2, 2],
  [5, 5, 5],
  [21, 21, 21],
  ["x", "y", "z"],
];

test.each(Object.entries({ en, ...others }))("%s has no empty text", (_, messages) => {
  for (const values of asked) {
    const empty = leaves(messages, values).filter(([, text]) => text.trim() === "");
    expect(empty).toEqual([]);
  }
});

test.each(["he", "hr"] as const)("%s has nothing that was left in English", (locale) => {
  const english = new Map(leaves(en, [5, 5, 5]));
  const same = leaves(others[locale], [5, 5, 5])
    .filter(([path, text]) => english.get(path) === text && /\p{Letter}{2}/u.test(text))
    .filter(([path]) => !alike.includes(path));
  expect(same).toEqual([]);
});

test("each Hebrew text has Hebrew in it, but for signs and names", () => {
  const foreign = leaves(he, [5, 5, 5])
    .filter(([, text]) => !hebrew.test(text) && /\p{Letter}{2}/u.test(text))
    .filter(([path]) => !alike.includes(path));
  expect(foreign).toEqual([]);
});

const numbers = [1, 2, 5, 21];

test("players and watchers are counted in the forms of each language", () => {
  const watchers = (messages: typeof en) => numbers.map((n) => messages.room.watchers(n));
  expect(watchers(en)).toEqual(["1 watching", "2 watching", "5 watching", "21 watching"]);
  expect(watchers(he)).toEqual(["צופה אחד", "שני צופים", "5 צופים", "21 צופים"]);
  expect(watchers(hr)).toEqual(["1 gledatelj", "2 gledatelja", "5 gledatelja", "21 gledatelj"]);
});

test("moves, points and cards take the forms of each language", () => {
  for (const messages of [en, he, hr]) {
    for (const count of [messages.room.points, messages.room.cardsHome, messages.game.cards]) {
      const [one, two, five, twentyOne] = numbers.map((n) => count(n).replace(/\d+/, "#"));
      expect(one).not.toBe(five);
      if (messages === hr) expect(two).not.toBe(five);
      if (messages === hr) expect(twentyOne).toBe(one);
      if (messages === he) expect(two).not.toContain("#");
    }
  }
});

test.each(Object.entries({ en, ...others }))("%s has a word for each card and each game", (_, { game }) => {
  const cards = Array.from({ length: 52 }, (_, card) => card);
  for (const text of [game.card, game.cardAsObject, game.shortCard]) {
    expect(new Set(cards.map(text)).size).toBe(52);
  }
  const variants = [
    "KL1-D3N",
    "KL1-D1N",
    "KL1-D3P1",
    "KL1-D3P3",
    "TF1-D1N",
    "TF1-D3N",
    "FC1-C1",
    "FC1-C2",
    "FC1-C4",
  ];
  expect(new Set(variants.map((code) => game.variant(parseVariant(code)))).size).toBe(variants.length);
});

test("a name in Latin letters keeps its place before the number that follows it in Hebrew", () => {
  expect(he.game.variant(parseVariant("FC1-C4"))).toBe("\u2068FreeCell\u2069, 4 תאים");
});
