import { type Card, hidden, suits } from "./card";
import { cardsOf, cellIndex, columnIndex, isCell, isColumn, isFoundation, wastePile } from "./pile";
import type { PileId, Table } from "./table";
import { moveOf } from "./word";

/** The longest history that the game keeps for undo. */
const historyLimit = 100;

/**
 * applyWord shows what a word does before its answer is there. Cards that would turn up stay hidden, and
 * the score and the status stay as they are: the answer brings them. An undo, and a word that cannot be
 * done, leave the table as it is.
 */
export function applyWord(table: Table, word: string): Table {
  const next = word === "n" ? turned(table) : moved(table, word);
  if (next === null) return table;
  return {
    ...next,
    moves: table.moves + 1,
    undoable: Math.min(table.undoable + 1, historyLimit),
    won: next.foundations.every((count) => count === 13),
  };
}

/** turned draws, or redeals when the stock is empty. */
function turned(table: Table): Table | null {
  const drawn = Math.min(table.variant.draw, table.stock);
  if (drawn > 0) {
    const waste = [...table.waste, ...new Array<Card>(drawn).fill(hidden)];
    return { ...table, waste, stock: table.stock - drawn };
  }
  if (table.waste.length === 0) return null;
  return { ...table, waste: [], stock: table.waste.length, redeals: table.redeals + 1 };
}

function moved(table: Table, word: string): Table | null {
  const move = moveOf(table, word);
  if (move === null) return null;
  const cards = cardsOf(table, move.from);
  const rest = cards.length - move.count;
  const without = withPile(table, move.from, cards.slice(0, rest));
  return withPile(without, move.to, [...cardsOf(without, move.to), ...cards.slice(rest)]);
}

/** withPile gives the table with other cards on one pile. */
function withPile(table: Table, pile: PileId, cards: readonly Card[]): Table {
  if (isColumn(pile)) return { ...table, columns: table.columns.with(columnIndex(pile), cards) };
  if (isCell(pile)) return { ...table, cells: table.cells.with(cellIndex(pile), cards[0] ?? null) };
  if (isFoundation(pile)) {
    return { ...table, foundations: table.foundations.with(suits.indexOf(pile), cards.length) };
  }
  return pile === wastePile ? { ...table, waste: cards } : table;
}
