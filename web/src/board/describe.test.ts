import { describe, expect, it } from "vitest";
import { messages as english } from "../i18n/en";
import { messages as hebrew } from "../i18n/he";
import { messages as croatian } from "../i18n/hr";
import { parsePile } from "../table/card";
import { applyWord } from "../table/moves";
import type { Table } from "../table/table";
import { changeBetween } from "./change";
import { boardLines, changeText, heldText, liftedText, pileName } from "./describe";
import { readingOrder } from "./piles";
import { freeCell, klondike } from "./testTables";

const name = (table: Table, pile: string) => pileName(english, table, pile);
const said = (before: Table, after: Table) => {
  const change = changeBetween(before, after);
  return change === null ? null : changeText(english, change);
};
const withColumn = (table: Table, index: number, cards: string): Table => ({
  ...table,
  columns: table.columns.map((column, i) => (i === index ? parsePile(cards) : column)),
});

describe("a pile's name", () => {
  it("says the card that can be reached, how many there are, and how many lie face down", () => {
    expect(name(klondike, "1")).toBe("Column 1: five of diamonds");
    expect(name(klondike, "5")).toBe("Column 5: queen of diamonds; 5 cards, 4 face down");
  });

  it("says the face-up cards under it, so that the game can be played by names alone", () => {
    const table = withColumn(klondike, 4, "<?> <?> QD JS TH");
    expect(name(table, "5")).toBe(
      "Column 5: ten of hearts, covering jack of spades, queen of diamonds; 5 cards, 2 face down",
    );
    expect(name(freeCell, "5")).toContain(
      "covering ten of diamonds, ten of spades, jack of diamonds, six of hearts",
    );
  });

  it("says no more of the waste than is seen: three cards of a draw of three, else the top one", () => {
    const waste = parsePile("4D JH JC 7C");
    expect(name({ ...klondike, waste }, "w")).toBe(
      "Waste: seven of clubs, covering jack of clubs, jack of hearts; 4 cards",
    );
    const one = { ...klondike, waste, variant: { ...klondike.variant, draw: 1 } };
    expect(name(one, "w")).toBe("Waste: seven of clubs; 4 cards");
  });

  it("says what is empty", () => {
    expect(name(withColumn(klondike, 0, ""), "1")).toBe("Column 1: empty");
    expect(name(freeCell, "b")).toBe("Cell 2: empty");
    expect(name(freeCell, "a")).toBe("Cell 1: eight of spades");
    expect(name(klondike, "H")).toBe("Foundation of hearts: empty");
  });

  it("says of an empty stock whether it can be turned over", () => {
    const empty = { ...klondike, stock: 0 };
    const passes = (n: number, redeals: number) => ({
      ...empty,
      redeals,
      variant: { ...empty.variant, passes: n },
    });
    expect(name(klondike, "n")).toBe("Stock: 21 cards face down");
    expect(name(empty, "n")).toBe("Stock: empty, turn the waste over");
    expect(name(passes(3, 1), "n")).toBe("Stock: empty, turn the waste over");
    expect(name(passes(3, 2), "n")).toBe("Stock: empty, no more passes");
    expect(name({ ...empty, waste: [] }, "n")).toBe("Stock: empty");
  });

  it("says that a card is not known yet", () => {
    expect(name(withColumn(klondike, 2, "<?> <?>"), "3")).toBe(
      "Column 3: face-down card; 2 cards, 2 face down",
    );
  });
});

describe("the board as text", () => {
  it("has a line for each pile in every language, each another one", () => {
    for (const words of [english, hebrew, croatian]) {
      for (const table of [klondike, freeCell]) {
        const lines = boardLines(words, table);
        expect(lines.map(({ pile }) => pile)).toEqual(readingOrder(table));
        expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
        for (const { text } of lines) expect(text).not.toMatch(/undefined|null|#|NaN/);
      }
    }
  });

  it("gives a column from the back", () => {
    const table = withColumn(klondike, 4, "<?> <?> QD JS");
    expect(boardLines(english, table).at(-3)?.text).toBe(
      "Column 5: 2 face down, queen of diamonds, jack of spades",
    );
  });
});

describe("what is held", () => {
  it("is named by its lowest card, with the places where it fits", () => {
    const table = withColumn(klondike, 4, "<?> QD JS TH");
    expect(heldText(english, table, { pile: "5", count: 1 })).toBe("held: ten of hearts");
    expect(heldText(english, table, { pile: "5", count: 3 })).toBe("held: 3 cards, from queen of diamonds");
    expect(liftedText(english, table, { pile: "5", count: 2 }, ["2", "S"])).toBe(
      "Lifted 2 cards from jack of spades. Fits on: column 2, foundation of spades.",
    );
    expect(liftedText(english, table, { pile: "5", count: 1 }, [])).toBe(
      "Lifted ten of hearts. It fits nowhere.",
    );
  });
});

describe("what happens", () => {
  it("is said of a move, and of what it brings to light with the answer", () => {
    const moved = applyWord(klondike, "35");
    expect(said(klondike, moved)).toBe("Jack of spades: column 3 to column 5.");
    const answered = withColumn(moved, 2, "<?> QH");
    expect(said(moved, answered)).toBe("Column 3 shows queen of hearts.");
    expect(said(klondike, answered)).toBe(
      "Jack of spades: column 3 to column 5. Column 3 shows queen of hearts.",
    );
  });

  it("is said of a run by its lowest card", () => {
    const before = withColumn(withColumn(klondike, 4, "<?> QD JS"), 0, "KC");
    expect(said(before, applyWord(before, "51v2"))).toBe(
      "2 cards from queen of diamonds: column 5 to column 1.",
    );
  });

  it("is said of draws, redeals and their undoing", () => {
    const drawn = applyWord(klondike, "n");
    expect(said(klondike, drawn)).toBe("Drew 3 cards.");
    const known = { ...drawn, waste: [...klondike.waste, ...parsePile("4C 9C QS")] };
    expect(said(klondike, known)).toBe("Drew 3 cards, on top queen of spades.");
    expect(said(drawn, known)).toBe("Waste shows queen of spades.");
    expect(said(known, { ...klondike, moves: known.moves })).toBe("Undone: the draw.");
    const empty = { ...klondike, stock: 0 };
    const over = applyWord(empty, "n");
    expect(said(empty, over)).toBe("The waste is the stock again.");
    expect(said(over, { ...empty, moves: over.moves })).toBe("Undone: the waste is back.");
  });

  it("is said of an undone move as going back", () => {
    const moved = applyWord(klondike, "35");
    expect(said(moved, { ...klondike, moves: moved.moves })).toBe(
      "Undone. Jack of spades: column 5 to column 3.",
    );
  });

  it("is nothing where nothing or more than one thing changed", () => {
    expect(said(klondike, { ...klondike, score: 5 })).toBeNull();
    expect(said(klondike, freeCell)).toBeNull();
    const twice = applyWord(applyWord(klondike, "35"), "n");
    expect(said(klondike, twice)).toBeNull();
  });

  it("is said in every language without a hole", () => {
    const moved = applyWord(klondike, "35");
    for (const words of [english, hebrew, croatian]) {
      const change = changeBetween(klondike, moved);
      expect(change && changeText(words, change)).not.toMatch(/undefined|null|#/);
    }
  });
});
