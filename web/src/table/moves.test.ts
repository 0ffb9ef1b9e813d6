import { describe, expect, test } from "vitest";
import { type Card, hidden } from "./card";
import { applyWord } from "./moves";
import type { Table } from "./table";
import { readGames } from "./testdata/games";
import { sketch } from "./testdata/tables";

/** unseen hides the cards of a table that another does not know. */
function unseen(table: Table, like: Table): Table {
  const mask = (cards: readonly Card[], other: readonly Card[] | undefined) =>
    cards.map((card, i) => (other?.[i] === hidden ? hidden : card));
  return {
    ...table,
    columns: table.columns.map((column, i) => mask(column, like.columns[i])),
    waste: mask(table.waste, like.waste),
    score: like.score,
  };
}

const hiddenCards = (table: Table): number =>
  [...table.columns.flat(), ...table.waste].filter((card) => card === hidden).length;

describe("applyWord", () => {
  test.each(readGames())("does with the cards of $code what the engine does", ({ steps }) => {
    steps.slice(1).forEach(({ word, table }, i) => {
      const before = steps[i]?.table ?? table;
      if (word === "u") return;
      const applied = applyWord(before, word);
      expect(applied, word).toEqual(unseen(table, applied));
      // What was known stays known: at most the drawn cards and one that turns up are open.
      const drawn = word === "n" ? applied.waste.length - before.waste.length : 0;
      expect(hiddenCards(applied), word).toBeLessThanOrEqual(hiddenCards(before) + Math.max(drawn, 0));
    });
  });

  test("leaves the table that it is given as it is", () => {
    const table = sketch("FC1-C4", { columns: ["9S 8H", "9C"], cells: ["AH"] });
    const copy = structuredClone(table);
    for (const word of ["12", "ah", "a3", "1b"]) applyWord(table, word);
    expect(table).toEqual(copy);
  });

  test("gives the table itself for what cannot be done, so that nothing counts as a move", () => {
    const table = sketch("KL1-D3N", { columns: ["9S"] });
    for (const word of ["n", "u", "21", "1a", "w1", "1h", "x"]) expect(applyWord(table, word)).toBe(table);
  });

  test("draws fewer when the stock has fewer, then redeals", () => {
    const table = sketch("KL1-D3N", { stock: 2, waste: "AS" });
    const drawn = applyWord(table, "n");
    expect(drawn).toMatchObject({ stock: 0, waste: [0, hidden, hidden], redeals: 0, moves: 1, undoable: 1 });
    expect(applyWord(drawn, "n")).toMatchObject({ stock: 3, waste: [], redeals: 1, moves: 2, undoable: 2 });
  });

  test("keeps no more than a hundred actions for undo", () => {
    const table = { ...sketch("KL1-D3N", { stock: 1 }), undoable: 100, moves: 250 };
    expect(applyWord(table, "n")).toMatchObject({ undoable: 100, moves: 251 });
  });
});
