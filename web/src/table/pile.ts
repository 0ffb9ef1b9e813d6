import { type Card, cardOf, hidden, suits } from "./card";
import type { PileId, Table, Variant } from "./table";

/** The pile that the notation has no letter for: the stock. */
export const stockPile: PileId = "n";
export const wastePile: PileId = "w";

const cellLetters = "abcd";

export const isColumn = (pile: PileId): boolean => pile >= "1" && pile <= "9";
export const isCell = (pile: PileId): boolean => pile >= "a" && pile <= "d";
export const isFoundation = (pile: PileId): boolean => pile !== "" && suits.includes(pile);

/** columnPile and cellPile count from 0. */
export const columnPile = (index: number): PileId => String(index + 1);
export const cellPile = (index: number): PileId => cellLetters.charAt(index);
export const foundationPile = (suit: number): PileId => suits.charAt(suit);

/** columnIndex and cellIndex count from 0; for the pile's own kind alone. */
export const columnIndex = (pile: PileId): number => Number(pile) - 1;
export const cellIndex = (pile: PileId): number => cellLetters.indexOf(pile);

/** pilesOf gives the piles of a game: columns, cells, waste, foundations, stock. */
export function pilesOf(variant: Variant): PileId[] {
  const columns = Array.from({ length: variant.columns }, (_, i) => columnPile(i));
  const cells = Array.from({ length: variant.cells }, (_, i) => cellPile(i));
  const waste = variant.draw > 0 ? [wastePile] : [];
  const stock = variant.draw > 0 ? [stockPile] : [];
  return [...columns, ...cells, ...waste, ...suits, ...stock];
}

/** cardsOf gives a pile's cards from the bottom one up; a pile that the game does not have is empty. */
export function cardsOf(table: Table, pile: PileId): readonly Card[] {
  if (isColumn(pile)) return table.columns[columnIndex(pile)] ?? [];
  if (isCell(pile)) {
    const card = table.cells[cellIndex(pile)] ?? null;
    return card === null ? [] : [card];
  }
  if (isFoundation(pile)) {
    const suit = suits.indexOf(pile);
    return Array.from({ length: table.foundations[suit] ?? 0 }, (_, i) => cardOf(suit, i + 1));
  }
  if (pile === wastePile) return table.waste;
  return pile === stockPile ? new Array<Card>(table.stock).fill(hidden) : [];
}
