import { type Card, hidden, suits } from "../table/card";
import { cardsOf, cellPile, columnPile, stockPile, wastePile } from "../table/pile";
import type { PileId, Table } from "../table/table";

/** readingOrder lists a game's piles as a board is read: stock and waste or cells, foundations, columns. */
export function readingOrder(table: Table): PileId[] {
  const stock = table.variant.draw > 0 ? [stockPile, wastePile] : [];
  const cells = table.cells.map((_, i) => cellPile(i));
  const columns = table.columns.map((_, i) => columnPile(i));
  return [...stock, ...cells, ...suits, ...columns];
}

/** cardAt gives the card at a place; null where there is none. */
export const cardAt = (table: Table, place: { pile: PileId; index: number }): Card | null =>
  cardsOf(table, place.pile)[place.index] ?? null;

/** faceUpFrom gives the index of a pile's first card that lies face up with all above it. */
export const faceUpFrom = (cards: readonly Card[]): number => cards.lastIndexOf(hidden) + 1;

/** mayRedeal: whether touching the empty stock would bring the waste back, for the sign that is drawn there. */
export function mayRedeal(table: Table): boolean {
  const { passes } = table.variant;
  return table.waste.length > 0 && (passes === 0 || table.redeals < passes - 1);
}
