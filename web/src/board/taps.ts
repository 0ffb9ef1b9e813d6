import type { Card } from "../table/card";
import { doubleTapWord, dropWord, grabbable, tapWord } from "../table/legal";
import type { PileId, Table } from "../table/table";
import { cardAt } from "./piles";

/** A place on a pile. index is the card's from the pile's bottom; -1 is the pile itself, beside or without cards. */
export interface Place {
  readonly pile: PileId;
  readonly index: number;
}

/** Cards that are held: the last count of a pile. */
export interface Held {
  readonly pile: PileId;
  readonly count: number;
}

/** What a tap comes to. */
export type Outcome =
  | { do: "play"; word: string }
  /** Not legal: the server is to say why. */
  | { do: "explain"; word: string }
  | { do: "hold"; held: Held | null }
  /** Legal moves are not known yet; resolve() will tell. */
  | { do: "wait" }
  | { do: "nothing" };

export interface TapState {
  readonly table: Table;
  /** null: not known while moves are unanswered. */
  readonly legal: readonly string[] | null;
  readonly held: Held | null;
  readonly doubleTap: boolean;
}

interface Tap {
  readonly place: Place;
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

interface Waiting {
  readonly place: Place;
  readonly card: Card | null;
  readonly twice: boolean;
}

const quickMs = 300;
const near = 24;

/**
 * Taps says what a tap means. The first of two acts at once; the second counts as a double tap only where the
 * first moved nothing, and is swallowed where it did, since it would hit whatever lay beneath.
 */
export class Taps {
  #last: (Tap & { moved: boolean }) | null = null;
  #waiting: Waiting | null = null;

  tap(state: TapState, tap: Tap): Outcome {
    const last = this.#last;
    const quick = last !== null && tap.time - last.time <= quickMs && isNear(last, tap);
    const stock = tap.place.pile === "n";
    if (quick && last.moved && !stock) {
      this.#last = null;
      return { do: "nothing" };
    }
    const twice = quick && state.doubleTap && samePlace(last.place, tap.place);
    const outcome = this.#act(state, tap.place, twice);
    this.#last = twice ? null : { ...tap, moved: outcome.do === "play" && !stock };
    return outcome;
  }

  /** resolve is called once the legal moves are known: what the tap that waited for them comes to. */
  resolve(state: TapState): Outcome {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null || cardAt(state.table, waiting.place) !== waiting.card) return { do: "nothing" };
    const outcome = this.#act(state, waiting.place, waiting.twice);
    if (this.#last !== null && outcome.do === "play") this.#last = { ...this.#last, moved: true };
    return outcome;
  }

  /** forget drops what waits: the player has done something else. */
  forget(): void {
    this.#last = null;
    this.#waiting = null;
  }

  #act(state: TapState, place: Place, twice: boolean): Outcome {
    this.#waiting = null;
    const { table, legal, held } = state;
    if (place.pile === "n") return turn(legal);
    if (legal === null) {
      this.#waiting = { place, card: cardAt(table, place), twice };
      return { do: "wait" };
    }
    if (twice) return double(table, legal, place);
    if (held !== null && held.pile !== place.pile) return put(table, legal, held, place);
    return single(table, legal, held, place);
  }
}

const isNear = (a: Tap, b: Tap): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= near;

const samePlace = (a: Place, b: Place): boolean => a.pile === b.pile && a.index === b.index;

/** Turning the stock never waits: whether it is legal is seen on the board, except for the pass limit. */
const turn = (legal: readonly string[] | null): Outcome =>
  legal === null || legal.includes("n") ? { do: "play", word: "n" } : { do: "explain", word: "n" };

function double(table: Table, legal: readonly string[], { pile, index }: Place): Outcome {
  const word = index < 0 ? null : doubleTapWord(table, legal, pile, index);
  return word === null ? { do: "hold", held: null } : { do: "play", word };
}

/** put is the second half of tapping a card and then the pile it is to go to. */
function put(table: Table, legal: readonly string[], held: Held, { pile, index }: Place): Outcome {
  const { word, legal: allowed } = dropWord(table, legal, held.pile, held.count, pile);
  if (allowed) return { do: "play", word };
  // Whoever taps a card that can go home means that card.
  const home = homeWord(table, legal, { pile, index });
  return home === null ? { do: "explain", word } : { do: "play", word: home };
}

function single(table: Table, legal: readonly string[], held: Held | null, place: Place): Outcome {
  const word = homeWord(table, legal, place);
  if (word !== null) return { do: "play", word };
  const count = place.index < 0 ? 0 : grabbable(table, place.pile, place.index);
  const again = held?.pile === place.pile && held.count === count;
  return { do: "hold", held: count === 0 || again ? null : { pile: place.pile, count } };
}

/** A single tap sends home only what lies on top; tapping further up a column is about the cards from there on. */
function homeWord(table: Table, legal: readonly string[], { pile, index }: Place): string | null {
  return index >= 0 && grabbable(table, pile, index) === 1 ? tapWord(table, legal, pile) : null;
}
