import { describe, expect, test } from "vitest";
import { messages as en } from "../i18n/en";
import { messages as he } from "../i18n/he";
import { messages as hr } from "../i18n/hr";
import { ranks, suits } from "../table/card";
import { parseVariant } from "../table/table";
import { Rule } from "../wire/codes_pb";
import { Example, type ExampleId, type Sources } from "./example.svelte";
import json from "./examples.json";
import { rules as enText } from "./text/en";
import { rules as heText } from "./text/he";
import { rules as hrText } from "./text/hr";
import type { Block, RulesText } from "./text/text";

const sources = json as unknown as Sources;
const languages = { en: en.game, he: he.game, hr: hr.game };
const texts: Record<string, RulesText> = { en: enText, he: heText, hr: hrText };
const allRules = Object.values(Rule).filter((rule): rule is Rule => typeof rule === "number");
const deck = Array.from({ length: 52 }, (_, card) => card);

describe.each(Object.entries(languages))("the words of the games in %s", (_, game) => {
  test("every rule has a refusal of its own, so that no player reads a rule's name or a gap", () => {
    const refusals = allRules.map((rule) => game.refusal(rule, rule === Rule.NOT_NEXT ? "7" : "4"));
    expect(new Set(refusals).size).toBe(allRules.length);
    for (const text of refusals) expect(text).toMatch(/^\p{L}.*[.]$/u);
    for (const text of refusals) expect(text).not.toMatch(/[A-Z]{2}|undefined|#/);
  });

  test("a rule that a newer server knows is refused in words too", () => {
    expect(game.refusal(99 as Rule, "")).toBe(game.refusal(Rule.UNSPECIFIED, ""));
  });

  test("the foundation's next card is said by its name, the wire's T and J never", () => {
    for (const [i, letter] of [...ranks].entries()) {
      expect(game.refusal(Rule.NOT_NEXT, letter)).toContain(game.ranks[i]);
    }
  });

  test("how many cards may move is said for 1, 2 and more", () => {
    const said = [1, 2, 5, 12].map((most) => game.refusal(Rule.RUN_TOO_LONG, String(most)));
    expect(new Set(said).size).toBe(4);
    expect(said[3]).toContain("12");
  });

  test("no two cards share a name, long or short", () => {
    for (const name of [game.card, game.cardAsObject, game.shortCard]) {
      expect(new Set(deck.map(name)).size).toBe(52);
      expect(deck.map(name).join()).not.toMatch(/undefined|\bT\b/);
    }
  });

  test("every pile has a name of its own", () => {
    const piles = [..."12345678", ..."abcd", ...suits, "w", "n"];
    expect(new Set(piles.map(game.pile)).size).toBe(piles.length);
  });

  test("the options that change a game are part of its name", () => {
    const codes = [
      "TF1-D1N",
      "TF1-D3N",
      "KL1-D1N",
      "KL1-D3N",
      "KL1-D1P1",
      "KL1-D3P3",
      "FC1-C4",
      "FC1-C2",
      "FC1-C1",
    ];
    expect(new Set(codes.map((code) => game.variant(parseVariant(code)))).size).toBe(codes.length);
  });
});

/** shape is a text without its words: what must be the same in all languages. */
function shape(text: RulesText): unknown {
  const ofBlock = (block: Block): unknown => {
    if ("list" in block) return block.list.length;
    if ("points" in block) return block.points.map(([, points]) => points);
    if ("keys" in block) return block.keys.map(([keys]) => keys.length);
    if ("table" in block) return [block.table.head.length, block.table.rows];
    return "example" in block ? block.example.id : "p";
  };
  const games = Object.entries(text.games).map(([id, { sections }]) => ({ id, sections }));
  return [{ id: "", sections: text.shared }, ...games].map(({ id, sections }) => ({
    id,
    sections: sections.map((section) => [section.id, section.blocks.map(ofBlock)]),
  }));
}

test.each(["he", "hr"])("the rules in %s have what the English ones have", (locale) => {
  expect(shape(texts[locale] ?? enText)).toEqual(shape(enText));
});

test.each(["en", "he", "hr"] as const)(
  "the rules in %s use the names that the board and the rooms use",
  (locale) => {
    const said = JSON.stringify(texts[locale]);
    const { noMoves, rankings, names } = languages[locale];
    for (const name of [noMoves, ...Object.values(rankings), ...Object.values(names)])
      expect(said).toContain(name);
  },
);

test("each example is shown once, on the page of its own game", () => {
  const shown = Object.entries(enText.games).flatMap(([game, { sections }]) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ("example" in block ? [{ game, id: block.example.id }] : [])),
    ),
  );
  expect(shown.map(({ id }) => id).sort()).toEqual(Object.keys(sources).sort());
  for (const { game, id } of shown) expect(id.slice(0, 2).toUpperCase()).toBe(game);
});

test("an address within a page names one section", () => {
  for (const { sections } of [{ sections: enText.shared }, ...Object.values(enText.games)]) {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

describe("an example", () => {
  const begin = (id: ExampleId): Example => new Example(sources[id]);

  test("says which rule forbids a move, and changes nothing", () => {
    const example = begin("tf-king");
    const before = example.table;
    example.play("13v1");
    expect(example.refusal).toEqual({ rule: Rule.KING_ONLY, detail: "" });
    expect(example.table).toBe(before);
  });

  test("passes on the detail of a rule", () => {
    const example = begin("fc-run");
    example.play("12v5");
    expect(example.refusal).toEqual({ rule: Rule.RUN_TOO_LONG, detail: "4" });
  });

  test("tells one card from the run that the same word without a count means", () => {
    const example = begin("fc-empty");
    example.play("12v1");
    expect(example.refusal?.rule).toBe(Rule.SAME_COLOUR);
    example.play("12");
    expect(example.done).toBe(true);
    expect(example.refusal).toBeNull();
  });

  test("shows a card that turns up, and its points", () => {
    const example = begin("kl-turn");
    example.play("13");
    expect(example.table.columns[0]).toHaveLength(2);
    expect(example.table.columns[0]).not.toContain(undefined);
    expect(example.table.score).toBe(5);
  });

  test("ends after a move that it has no answers for, and goes back from there", () => {
    const example = begin("fc-run");
    const before = example.table;
    example.play("1b");
    expect(example.over).toBe(true);
    expect(example.table.cells[1]).not.toBeNull();
    expect(example.legal).toEqual([]);
    example.undo();
    expect(example.table).toBe(before);
    expect(example.over).toBe(false);
  });

  test("starts again from its first board", () => {
    const example = begin("tf-stock");
    for (const word of ["wh", "n", "n"]) example.play(word);
    expect(example.done).toBe(true);
    expect(example.table.redeals).toBe(1);
    example.restart();
    expect(example.table.score).toBe(0);
    expect(example.begun).toBe(false);
  });

  test.each(Object.keys(sources) as ExampleId[])("%s has a way to its goal", (id) => {
    const { states } = sources[id];
    const reached = new Set([0]);
    for (const index of reached) {
      for (const next of Object.values(states[index]?.moves ?? {})) if (next >= 0) reached.add(next);
    }
    expect([...reached].some((index) => states[index]?.goal)).toBe(true);
    expect(reached.size).toBe(states.length);
  });
});
