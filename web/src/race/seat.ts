import type { Fault } from "../net/fault";
import { type Table, tableOf, type Variant } from "../table/table";
import { Reason, type Rule } from "../wire/codes_pb";
import type { Acknowledgement, Gap, OwnBoard, Refusal } from "../wire/from_server_pb";
import { compareEntries } from "./entry";
import { type Apply, beginAt, imagined, type Timeline, told, undo } from "./timeline";

/** How many actions are kept to be sent again. */
const mostHeld = 256;

/** Act is something done on the seat, with its number. */
export interface Act {
  readonly number: number;
  /** null resigns. */
  readonly word: string | null;
}

/** Sent is an action whose answer is still to come on this connection. */
interface Sent extends Act {
  /** It is sent to be refused: nothing waits for it, and a refusal of it concerns no other. */
  readonly probe: boolean;
  /** It has fallen with one before it, and its answer means nothing. */
  fallen: boolean;
}

export type Refused = { readonly word: string } & (
  | { readonly rule: Rule; readonly detail: string }
  | { readonly fault: Fault }
);

/**
 * SeatQueue is a player's own seat: the board that the server told last, and on it what the player has done
 * since. It numbers the actions and sees to it that each counts once, whatever becomes of the connection.
 * It is pure: what its methods return is to be sent.
 *
 * held are the last actions, in the order of their numbers, that the server has accepted or not yet
 * answered; after a lost connection those above its number are sent again. unsent are those of them that
 * wait to be sent on this connection. sent are the actions whose answers are still to come on it.
 *
 * Fallen actions stay in sent. Their numbers are given anew, and should a new action overtake a fallen one
 * on the way, the server would take the one for the other; so nothing is sent before they are answered.
 */
export class SeatQueue {
  readonly #variant: Variant;
  readonly #apply: Apply;
  /** The last board that counts, and the tables before it. */
  #own: OwnBoard | null = null;
  #confirmed: Timeline | null = null;
  /** What is confirmed, and on it what is not yet answered. */
  #shown: Timeline | null = null;
  #accepted = 0;
  #held: Act[] = [];
  #unsent: Act[] = [];
  #sent: Sent[] = [];
  /** The seat has been compared with the server's on this connection. Nothing is sent before. */
  #synced = false;
  #ended = false;

  constructor(variant: Variant, apply: Apply) {
    this.#variant = variant;
    this.#apply = apply;
  }

  /** own is the board that the server told last, null before the first. */
  get own(): OwnBoard | null {
    return this.#own;
  }

  /** table is what to show, null before the first board. */
  get table(): Table | null {
    return this.#shown?.table ?? null;
  }

  get isSynced(): boolean {
    return this.#synced;
  }

  get unanswered(): number {
    return this.#pending().length;
  }

  /** legal has the moves that are legal now, null where they are not known. */
  get legal(): readonly string[] | null {
    if (!this.#own || this.unanswered > 0) return null;
    return this.#ended ? [] : this.#own.legal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** play does a word. It gives what is to be sent now; null if the word cannot be taken. */
  play(word: string): readonly Act[] | null {
    if (!this.#shown || !this.#takes()) return null;
    // A move on a table that is not the one to be seen would be a guess.
    if (this.#shown.blind && word !== undo) return null;
    if (word === undo && this.#shown.table.undoable === 0) return null;
    return this.#hold(word);
  }

  resign(): readonly Act[] | null {
    return this.#own && this.#takes() ? this.#hold(null) : null;
  }

  /** probe sends a word to hear why it is refused. */
  probe(word: string): readonly Act[] | null {
    if (!this.#synced || this.#awaitsFallen() || !this.#takes()) return null;
    const act = { number: this.#next(), word };
    this.#sent.push({ ...act, probe: true, fallen: false });
    return [act];
  }

  /** due takes what is to be sent now, after an answer. */
  due(): readonly Act[] {
    return this.#synced && !this.#awaitsFallen() ? this.#send(this.#unsent) : [];
  }

  acknowledged({ own }: Acknowledgement): void {
    if (!own) return;
    const act = this.#take((sent) => sent.number === own.number && sent.word !== null);
    // Accepted although it was to be refused, or overtaken by the move with its number: the board is not the
    // one that all behind it were meant for, and which word led to it is not known.
    if (act?.probe) this.#forget();
    if (!this.#own || compareEntries(own.entry, this.#own.entry) > 0) {
      this.#step(own, act && !act.probe ? act.word : null);
    }
    this.#accepted = Math.max(this.#accepted, own.number);
    this.#imagine();
  }

  /** refused frees the action's number, and drops what was sent behind it. It gives what to tell the player. */
  refused({ number, why }: Refusal): Refused | null {
    const act = this.#take((sent) => sent.number === number);
    if (!act || act.fallen) return null;
    if (!act.probe) this.#dropFrom(number);
    if (why.case === "fault" && why.value.reason === Reason.SEAT_ENDED) this.end();
    this.#imagine();
    if (act.word === null || why.case === undefined) return null;
    if (why.case === "fault") return { word: act.word, fault: why.value };
    return { word: act.word, rule: why.value.rule, detail: why.value.detail };
  }

  /**
   * gap takes an action's fall: mostly one that is known already. Otherwise it has overtaken those before it,
   * which may still be accepted, or the server has less than it told. Number 0 is the oldest's.
   */
  gap({ number, expected }: Gap): void {
    const act = this.#take((sent) => sent.number === number || number === 0);
    if (!act || act.fallen) return;
    if (!this.#held.some((held) => held.number === expected)) {
      this.#dropFrom(expected);
      this.#accepted = expected - 1;
    } else if (!act.probe) {
      this.#dropFrom(act.number);
    }
    this.#imagine();
  }

  /**
   * board takes a board that came by itself: the first of a connection, the answer to a resignation, a
   * RESYNC, or news. It gives what is to be sent again.
   */
  board(own: OwnBoard): readonly Act[] {
    const first = this.#sent[0];
    let again: readonly Act[] = [];
    if (!this.#synced || !first) {
      again = this.#resume(own);
    } else if (own.number >= first.number) {
      // It does not say for which it is; the answers to the others will find nothing.
      this.#sent = this.#sent.filter(({ number }) => number > own.number);
      this.#forget();
      this.#begin(own);
    } else {
      if (first.word === null && own.legal.length === 0) {
        this.#sent.shift();
        this.end();
      }
      this.#news(own);
    }
    this.#imagine();
    return again;
  }

  /** lost takes note that no answer will come on the old connection. */
  lost(): void {
    this.#sent = [];
    this.#unsent = [];
    this.#synced = false;
  }

  /** abandon throws away all that is not answered: another has the seat now. */
  abandon(): void {
    this.#forget();
    this.#imagine();
  }

  /** end takes note that the seat has ended. */
  end(): void {
    this.#ended = true;
    this.#forget();
    this.#imagine();
  }

  #takes(): boolean {
    return !this.#ended && this.#held.at(-1)?.word !== null;
  }

  #next(): number {
    return Math.max(this.#accepted, this.#held.at(-1)?.number ?? 0) + 1;
  }

  #hold(word: string | null): readonly Act[] | null {
    if (this.#held.length >= mostHeld) {
      if (this.unanswered >= mostHeld) return null;
      this.#held.shift();
    }
    const act = { number: this.#next(), word };
    this.#held.push(act);
    this.#unsent.push(act);
    this.#imagine();
    return this.due();
  }

  #send(acts: readonly Act[]): readonly Act[] {
    this.#sent.push(...acts.map((act) => ({ ...act, probe: false, fallen: false })));
    this.#unsent = [];
    return acts;
  }

  #awaitsFallen(): boolean {
    return this.#sent.some(({ fallen }) => fallen);
  }

  #pending(): readonly Act[] {
    return this.#held.filter(({ number }) => number > this.#accepted);
  }

  #take(is: (sent: Sent) => boolean): Sent | null {
    const at = this.#sent.findIndex(is);
    return at < 0 ? null : (this.#sent.splice(at, 1)[0] ?? null);
  }

  #dropFrom(number: number): void {
    for (const sent of this.#sent) {
      if (sent.number >= number) sent.fallen = true;
    }
    const stays = (act: Act) => act.number < number;
    this.#held = this.#held.filter(stays);
    this.#unsent = this.#unsent.filter(stays);
  }

  #forget(): void {
    this.#dropFrom(0);
  }

  /** resume compares what is held with the server's number, and sends again what is above it. */
  #resume(own: OwnBoard): readonly Act[] {
    if (this.#synced && this.#isOld(own)) return [];
    if (!this.#synced) this.#ended = false;
    this.#synced = true;
    this.#begin(own);
    this.#held = this.#held.filter(({ number }) => number > own.number);
    const [next] = this.#held;
    if (next && next.number > own.number + 1) this.#held = [];
    return this.#send(this.#held);
  }

  #news(own: OwnBoard): void {
    if (!this.#isOld(own)) this.#begin(own);
  }

  #isOld(own: OwnBoard): boolean {
    return this.#own !== null && compareEntries(own.entry, this.#own.entry) < 0;
  }

  /** begin goes on from a board, whatever led to it. */
  #begin(own: OwnBoard): void {
    const same = this.#own?.number === own.number && this.#own.board?.hash === own.board?.hash;
    const table = this.#tableOf(own);
    this.#confirmed = same && this.#confirmed ? { ...this.#confirmed, table } : beginAt(table);
    this.#own = own;
    this.#accepted = own.number;
    this.#ended ||= table.won;
  }

  /** step goes on to a board to which a word led; null: one that is not known. */
  #step(own: OwnBoard, word: string | null): void {
    if (!this.#confirmed || word === null || this.#own?.number !== own.number - 1) {
      this.#begin(own);
      return;
    }
    this.#confirmed = told(this.#confirmed, word, this.#tableOf(own));
    this.#own = own;
    this.#accepted = own.number;
    this.#ended ||= this.#confirmed.table.won;
  }

  #tableOf(own: OwnBoard): Table {
    if (!own.board) throw new Error(`the own board of seat ${own.seat} is empty`);
    return tableOf(this.#variant, own.board);
  }

  #imagine(): void {
    let line = this.#confirmed;
    for (const { word } of this.#pending()) {
      if (line && word !== null) line = imagined(line, word, this.#apply);
    }
    this.#shown = line;
  }
}
