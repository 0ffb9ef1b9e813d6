import { type Card, hidden, rankOf, suitOf, suits } from "./card";
import { cardsOf, cellIndex, columnIndex, foundationPile, isCell, isColumn, isFoundation } from "./pile";
import type { PileId, Table } from "./table";

/** A Move takes the last cards of a pile to another; where the word says h, to is the suit's foundation. */
export interface Move {
  readonly from: PileId;
  readonly to: PileId;
  readonly count: number;
}

const wordForm = /^([1-9a-dwSHDC])([1-9a-dwh])(?:v([0-9a-f]+))?$/;

/**
 * moveOf tells which cards a legal word moves. It gives null for n and u, which move no such group, for
 * what is no word, and for what cannot be done to the cards at all, such as a move from an empty pile.
 * Whether the rules allow the move is not looked at.
 */
export function moveOf(table: Table, word: string): Move | null {
  const [, from, letter, digits] = wordForm.exec(word) ?? [];
  if (from === undefined || letter === undefined) return null;
  const cards = cardsOf(table, from);
  const last = cards.at(-1);
  if (last === undefined || last === hidden) return null;
  const to = letter === "h" ? foundationPile(suitOf(last)) : letter;
  const count = digits === undefined ? fittingCount(table, from, last, to) : Number.parseInt(digits, 16);
  if (from === to || count < 1 || count > cards.length) return null;
  const group = cards.slice(-count);
  if (group.includes(hidden) || (count > 1 && !isColumn(from))) return null;
  return hasRoom(table, to, group) ? { from, to, count } : null;
}

/**
 * fittingCount is the number of cards that a word without a count moves. The ranks of a group that may
 * move fall by one from card to card, so that the number follows from those of the two last cards.
 */
function fittingCount(table: Table, from: PileId, last: Card, to: PileId): number {
  if (!isColumn(from) || !isColumn(to)) return 1;
  const onto = cardsOf(table, to).at(-1);
  if (onto === undefined) return table.variant.game === "FC" ? 1 : 14 - rankOf(last);
  return onto === hidden ? 0 : rankOf(onto) - rankOf(last);
}

/** hasRoom tells whether the pile exists and can hold the group on top of what it has. */
function hasRoom(table: Table, to: PileId, group: readonly Card[]): boolean {
  if (isColumn(to)) return columnIndex(to) < table.columns.length;
  const [card] = group;
  if (card === undefined || group.length > 1) return false;
  if (isCell(to)) return table.cells[cellIndex(to)] === null;
  return isFoundation(to) && table.foundations[suits.indexOf(to)] === rankOf(card) - 1;
}
