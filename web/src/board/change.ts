import { type Card, hidden } from "../table/card";
import { cardsOf, isFoundation, pilesOf } from "../table/pile";
import type { PileId, Table } from "../table/table";

/** What happened between two boards, as far as it is one thing that can be said. */
export type Change =
  /** turned: the card that came to light with it. */
  | { kind: "moved"; cards: readonly Card[]; from: PileId; to: PileId; undone: boolean; turned: Card | null }
  | { kind: "drawn"; count: number; top: Card; undone: boolean }
  | { kind: "redealt"; undone: boolean }
  | { kind: "turned"; card: Card; pile: PileId };

/** changeBetween finds what happened; null: nothing, or more than one thing. */
export function changeBetween(before: Table, after: Table): Change | null {
  if (before === after) return null;
  if (before.variant.code !== after.variant.code) return null;
  let from: PileId | null = null;
  let to: PileId | null = null;
  let grown = 0;
  for (const pile of pilesOf(after.variant)) {
    const more = cardsOf(after, pile).length - cardsOf(before, pile).length;
    if (more === 0) continue;
    if (more > 0 ? to !== null : from !== null) return null;
    if (more > 0) {
      to = pile;
      grown = more;
    } else {
      from = pile;
    }
  }
  return from === null || to === null ? turnedUp(before, after) : moved(before, after, from, to, grown);
}

function moved(before: Table, after: Table, from: PileId, to: PileId, count: number): Change {
  // Undo alone changes the board and leaves the number of moves.
  const undone = before.moves === after.moves;
  const stock = from === "n" || to === "n";
  if (!stock) {
    const cards = cardsOf(after, to).slice(-count);
    return { kind: "moved", cards, from, to, undone, turned: turnedBy(before, after, from) };
  }
  const drawn = (to === "w") !== undone;
  return drawn
    ? { kind: "drawn", count, top: after.waste.at(-1) ?? hidden, undone }
    : { kind: "redealt", undone };
}

/** turnedBy gives the card that turned up where others left. */
function turnedBy(before: Table, after: Table, pile: PileId): Card | null {
  const left = cardsOf(after, pile);
  const card = left.at(-1) ?? hidden;
  return card !== hidden && cardsOf(before, pile)[left.length - 1] === hidden ? card : null;
}

function turnedUp(before: Table, after: Table): Change | null {
  for (const pile of pilesOf(after.variant)) {
    const card = cardsOf(after, pile).at(-1);
    if (card === undefined || card === hidden) continue;
    if (cardsOf(before, pile).at(-1) === hidden && pile !== "n") return { kind: "turned", card, pile };
  }
  return null;
}

/** soundOf names the sound that goes with a change. */
export function soundOf(change: Change): "drop" | "home" | "turn" {
  if (change.kind === "moved") return isFoundation(change.to) ? "home" : "drop";
  return "turn";
}
