import type { Messages } from "../i18n/en";
import { type Card, hidden } from "../table/card";
import { cardsOf, isColumn } from "../table/pile";
import type { PileId, Table } from "../table/table";
import type { Change } from "./change";
import { faceUpFrom, mayRedeal, readingOrder } from "./piles";
import type { Held } from "./taps";

/** The words that a board is described with. */
export type Words = Pick<Messages, "game" | "board">;

/**
 * pileName says all that there is to see of a pile: its place, the card that can be reached, what lies face up
 * under it, how many cards there are and how many of them lie face down. A game can be played by these alone.
 */
export function pileName(words: Words, table: Table, pile: PileId): string {
  return words.board.pile(words.game.pile(pile), pileCards(words, table, pile));
}

function pileCards(words: Words, table: Table, pile: PileId): string {
  const { board, game } = words;
  if (pile === "n") return stockCards(words, table);
  const cards = cardsOf(table, pile);
  const top = cards.at(-1);
  if (top === undefined) return board.empty;
  const under = visibleUnder(table, pile, cards).map(game.card);
  const reach = under.length > 0 ? board.covering(game.card(top), under) : game.card(top);
  const down = isColumn(pile) ? faceUpFrom(cards) : 0;
  const counts = [board.count(cards.length), ...(down > 0 ? [board.faceDown(down)] : [])];
  return cards.length === 1 ? reach : `${reach}; ${counts.join(", ")}`;
}

/** visibleUnder gives the cards that can be seen under a pile's top card, from the nearest. */
function visibleUnder(table: Table, pile: PileId, cards: readonly Card[]): Card[] {
  const shown = isColumn(pile)
    ? cards.length - faceUpFrom(cards)
    : pile === "w"
      ? Math.max(table.variant.draw, 1)
      : 1;
  return shown < 2 ? [] : cards.slice(-shown, -1).reverse();
}

function stockCards({ board }: Words, table: Table): string {
  if (table.stock > 0) return board.stock(table.stock);
  if (mayRedeal(table)) return board.stockRedeal;
  return table.waste.length > 0 ? board.stockDone : board.empty;
}

/** boardLines gives the whole board as text, a line a pile, each from its bottom card up. */
export function boardLines(words: Words, table: Table): { pile: PileId; text: string }[] {
  return readingOrder(table).map((pile) => ({ pile, text: line(words, table, pile) }));
}

function line(words: Words, table: Table, pile: PileId): string {
  const { board, game } = words;
  if (pile === "n") return pileName(words, table, pile);
  const cards = cardsOf(table, pile);
  const down = faceUpFrom(cards);
  const shown = [...(down > 0 ? [board.faceDown(down)] : []), ...cards.slice(down).map(game.card)];
  return board.pile(game.pile(pile), shown.length > 0 ? shown.join(", ") : board.empty);
}

/** groupName names the cards held or chosen by the one that the others lie on. */
function groupOf(table: Table, { pile, count }: Held): [card: Card, count: number] {
  return [cardsOf(table, pile).at(-count) ?? hidden, count];
}

export function heldText({ board, game }: Words, table: Table, held: Held): string {
  const [card, count] = groupOf(table, held);
  return board.held(game.card(card), count);
}

export function chosenText({ board, game }: Words, table: Table, held: Held): string {
  const [card, count] = groupOf(table, held);
  return board.chosen(game.card(card), count);
}

/** liftedText says what is held now and where it fits; null: that is not known yet. */
export function liftedText(words: Words, table: Table, held: Held, fits: readonly PileId[] | null): string {
  const { board, game } = words;
  const [card, count] = groupOf(table, held);
  return fits === null
    ? board.chosen(game.card(card), count)
    : board.lifted(game.cardAsObject(card), count, fits.map(game.pile));
}

export function changeText(words: Words, change: Change): string {
  const { board, game } = words;
  switch (change.kind) {
    case "turned":
      return board.turned(game.card(change.card), game.pile(change.pile));
    case "redealt":
      return change.undone ? board.undoneRedeal : board.redealt;
    case "drawn":
      if (change.undone) return board.undoneDraw;
      return board.drawn(change.count, change.top === hidden ? null : game.cardAsObject(change.top));
    case "moved": {
      const [card = hidden] = change.cards;
      const text = board.moved(
        game.card(card),
        change.cards.length,
        game.pile(change.from),
        game.pile(change.to),
      );
      if (change.undone) return board.undone(text);
      if (change.turned === null) return text;
      return `${text} ${board.turned(game.card(change.turned), game.pile(change.from))}`;
    }
  }
}
