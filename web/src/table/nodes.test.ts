import { describe, expect, test } from "vitest";
import { hidden } from "./card";
import { applyWord } from "./moves";
import { type Node, placeNodes } from "./nodes";
import { cardsOf, pilesOf } from "./pile";
import type { Table } from "./table";
import { type Game, readGames } from "./testdata/games";
import { anyTable, codes, seeded, sketch } from "./testdata/tables";

const games = readGames();
const all = Array.from({ length: 52 }, (_, i) => i);

/** places lists the cards of a table as the nodes should show them. */
const places = (table: Table): string[] =>
  pilesOf(table.variant)
    .flatMap((pile) => cardsOf(table, pile).map((card, index) => `${pile} ${index} ${card}`))
    .sort();

function expectBijection(table: Table, nodes: readonly Node[]): void {
  expect(nodes.map(({ id }) => id).join()).toBe(all.join());
  const shown = nodes.map(({ pile, index, card }) => `${pile} ${index} ${card}`);
  expect(shown.sort().join()).toBe(places(table).join());
}

/** follow places each step's nodes after those of the one before it. */
function follow({ steps }: Game, each: (before: readonly Node[], nodes: readonly Node[], i: number) => void) {
  let before = placeNodes(steps[0]?.table ?? sketch("KL1-D3N", {}), null);
  steps.slice(1).forEach(({ table }, i) => {
    const nodes = placeNodes(table, before);
    each(before, nodes, i + 1);
    before = nodes;
  });
}

describe("placeNodes", () => {
  test.each(games)("gives each card of $code one node, and each node one card", (game) => {
    follow(game, (_, nodes, i) => {
      const step = game.steps[i];
      if (step !== undefined) expectBijection(step.table, nodes);
    });
  });

  test.each(codes)("does so for any table of %s after any other", (code) => {
    const random = seeded(7);
    let nodes: readonly Node[] | null = null;
    for (let i = 0; i < 200; i++) {
      const table = anyTable(code, random);
      nodes = placeNodes(table, nodes);
      expectBijection(table, nodes);
    }
  });

  test.each(games)("keeps the node of a card that stays known in $code", (game) => {
    follow(game, (before, nodes) => {
      const ids = new Map(before.map(({ card, id }) => [card, id]));
      const moved = nodes.filter(({ card, id }) => card !== hidden && (ids.get(card) ?? id) !== id);
      expect(moved).toEqual([]);
    });
  });

  test.each(games)("gives the same places back when an action of $code is undone", (game) => {
    follow(game, (before, nodes, i) => {
      const step = game.steps[i - 1];
      if (step !== undefined) expect(placeNodes(step.table, nodes)).toEqual(before);
    });
  });

  test.each(games)("moves no node of $code when the answer to a word arrives", (game) => {
    follow(game, (before, nodes, i) => {
      const [last, step] = [game.steps[i - 1], game.steps[i]];
      if (last === undefined || step === undefined || step.word === "u") return;
      const shown = placeNodes(applyWord(last.table, step.word), before);
      expect(placeNodes(step.table, shown)).toEqual(nodes);
    });
  });

  test("turns up the card that lies there", () => {
    const table = anyTable("KL1-D3N", seeded(3));
    const columns = [[hidden, ...(table.columns[0] ?? [])], ...table.columns.slice(1)];
    const covered = { ...table, columns, stock: table.stock - 1 };
    const before = placeNodes(covered, null);
    const used = new Set(places(covered).map((place) => Number(place.split(" ")[2])));
    const card = all.find((c) => !used.has(c)) ?? hidden;
    const turned = { ...covered, columns: columns.with(0, [card, ...(table.columns[0] ?? [])]) };
    const was = before.find(({ pile, index }) => pile === "1" && index === 0);
    expect(placeNodes(turned, before).find((node) => node.card === card)?.id).toBe(was?.id);
  });

  test("fills a pile from its own nodes before it takes one from the stock", () => {
    const table = { ...sketch("KL1-D3N", { columns: ["<?> AS"] }), stock: 50 };
    const before = placeNodes(table, null);
    const was = before.find(({ pile, index }) => pile === "1" && index === 0);
    const changed = { ...sketch("KL1-D3N", { columns: ["AS <?>"], waste: "<?>" }), stock: 49 };
    const now = placeNodes(changed, before).find(({ pile, index }) => pile === "1" && index === 1);
    expect(now?.id).toBe(was?.id);
  });

  test("draws from the top of the stock, the first card lowest, and turns the waste over whole", () => {
    const table = sketch("KL1-D3N", { stock: 52 });
    const before = placeNodes(table, null);
    const drawn = placeNodes(applyWord(table, "n"), before);
    expect(drawn.filter(({ pile }) => pile === "w").map(({ id, index }) => [id, index])).toEqual([
      [49, 2],
      [50, 1],
      [51, 0],
    ]);
    let [state, nodes] = [table, before];
    for (let i = 0; i < 19; i++) {
      state = applyWord(state, "n");
      nodes = placeNodes(state, nodes);
    }
    expect(state.stock).toBe(52);
    expect(nodes).toEqual(before);
  });

  test("places a first table by itself alone", () => {
    const table = anyTable("KL1-D3N", seeded(1));
    expect(placeNodes(table, null)).toEqual(placeNodes(structuredClone(table), null));
  });

  test("refuses a table that has not all cards", () => {
    expect(() => placeNodes(sketch("KL1-D3N", { stock: 24 }), null)).toThrow("a table of 24 cards");
  });
});
