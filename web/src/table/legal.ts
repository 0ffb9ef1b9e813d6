import { hidden } from "./card";
import { cardsOf, isCell, isColumn, isFoundation, stockPile, wastePile } from "./pile";
import type { PileId, Table } from "./table";
import { moveOf } from "./word";

/** grabbable tells how many cards are lifted by the one at index: that and all on it, 0 when none can be. */
export function grabbable(table: Table, pile: PileId, index: number): number {
  if (pile === stockPile) return 0;
  const cards = cardsOf(table, pile);
  if (index < 0 || index >= cards.length) return 0;
  const group = cards.slice(index);
  if (group.includes(hidden) || (group.length > 1 && !isColumn(pile))) return 0;
  return group.length;
}

/** targets gives the piles that the legal moves allow these cards to go to. */
export function targets(table: Table, legal: readonly string[], from: PileId, count: number): PileId[] {
  return legal.flatMap((word) => {
    const move = moveOf(table, word);
    return move !== null && move.from === from && move.count === count ? [move.to] : [];
  });
}

export interface Drop {
  /** Well-formed always. When it is not legal, the service refuses it and names the rule. */
  readonly word: string;
  readonly legal: boolean;
}

/**
 * dropWord gives the word for cards dropped on a pile: the one listed, or one that says exactly what was
 * tried. A card dropped on any foundation is meant for its own suit's.
 */
export function dropWord(
  table: Table,
  legal: readonly string[],
  from: PileId,
  count: number,
  to: PileId,
): Drop {
  const listed = legal.find((word) => {
    const move = moveOf(table, word);
    if (move === null || move.from !== from || move.count !== count) return false;
    return move.to === to || (isFoundation(move.to) && isFoundation(to));
  });
  return listed === undefined
    ? { word: explicitWord(from, count, to), legal: false }
    : { word: listed, legal: true };
}

/** The waste onto itself: refused in every position of every game. */
const neverLegal = "ww";

function explicitWord(from: PileId, count: number, to: PileId): string {
  // The notation has no letter for the stock. As a target the waste stands for it, since nothing may be
  // put on either.
  if (from === stockPile || (from === wastePile && to === stockPile)) return neverLegal;
  const target = isFoundation(to) ? "h" : to === stockPile ? wastePile : to;
  // From column to column a word without a count would leave the number of cards to the game.
  const counted = count !== 1 || (isColumn(from) && isColumn(to));
  return counted ? `${from}${target}v${count.toString(16)}` : from + target;
}

/** tapWord gives the word for a tap on the stock, or on the last card of another pile. */
export function tapWord(table: Table, legal: readonly string[], pile: PileId): string | null {
  // Sent even when it is not legal, so that the service says why.
  if (pile === stockPile) return "n";
  const word = `${pile}h`;
  return moveOf(table, word) !== null && legal.includes(word) ? word : null;
}

/**
 * doubleTapWord gives the word for a double tap on a card: to its foundation, otherwise to the longest
 * column that takes it, to an empty column, to a cell, the leftmost of equals first.
 */
export function doubleTapWord(
  table: Table,
  legal: readonly string[],
  pile: PileId,
  index: number,
): string | null {
  if (pile === stockPile) return "n";
  const count = grabbable(table, pile, index);
  if (count === 0 || isFoundation(pile)) return null;
  const whole = isColumn(pile) && index === 0;
  const ranked = targets(table, legal, pile, count)
    .map((to) => ({ to, order: tapOrder(table, pile, whole, to) }))
    .filter(({ order }) => order < never)
    .sort((a, b) => a.order - b.order || (a.to < b.to ? -1 : 1));
  const [best] = ranked;
  return best === undefined ? null : dropWord(table, legal, pile, count, best.to).word;
}

/** Above the length of any column. */
const emptyColumn = 100;
const cell = 101;
const never = 102;

/** tapOrder ranks the targets of a double tap, the best one lowest. */
function tapOrder(table: Table, from: PileId, whole: boolean, to: PileId): number {
  if (isFoundation(to)) return 0;
  if (isCell(to)) return isCell(from) ? never : cell;
  const length = cardsOf(table, to).length;
  if (length === 0) return whole ? never : emptyColumn;
  return emptyColumn - length;
}
