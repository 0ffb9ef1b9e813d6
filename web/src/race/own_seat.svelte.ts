import { create } from "@bufbuild/protobuf";
import type { Stop } from "../net/connection";
import type { Timer } from "../net/surroundings";
import { applyWord } from "../table/moves";
import type { Table, Variant } from "../table/table";
import { Close } from "../wire/codes_pb";
import type { SeatPosition } from "../wire/from_client_pb";
import { type ClientFrame, ClientFrameSchema } from "../wire/from_client_pb";
import type { Acknowledgement, Gap, OwnBoard, Refusal } from "../wire/from_server_pb";
import type { Link } from "./link";
import { type Act, type Refused, SeatQueue } from "./seat";
import { Stopwatch } from "./stopwatch";

/** How long moves are taken without a connection, in milliseconds. */
const grace = 2000;

/** SeatRefusal is the last refusal of a word; the id counts up, so that two alike can be told apart. */
export type SeatRefusal = Refused & { readonly id: number };

/** OwnSeat is the player's seat in a race. */
export class OwnSeat {
  /** The seat's place in Room.seats. */
  readonly index: number;
  /** What to show: the last board told, and on it what is not yet answered. Null before the start. */
  table = $state.raw<Table | null>(null);
  /** The moves that are legal now. Null while actions are unanswered, since then they are not known. */
  legal = $state.raw<readonly string[] | null>(null);
  unanswered = $state(0);
  ended = $state(false);
  /** How many moves the seat has left, told when there are few. */
  movesLeft = $state<number | null>(null);
  /** Disconnected for so long that nothing more is taken. */
  locked = $state(false);
  refusal = $state.raw<SeatRefusal | null>(null);

  readonly #room: string;
  readonly #link: Link;
  readonly #queue: SeatQueue;
  readonly #watch = new Stopwatch();
  readonly #limitMs: number;
  #lock: Timer | null = null;
  /** The room says that the seat has its result. */
  #isOver = false;
  #refusals = 0;

  /** limitMs: how long the race lasts at most. */
  constructor(room: string, index: number, variant: Variant, limitMs: number, link: Link) {
    this.#room = room;
    this.index = index;
    this.#link = link;
    this.#limitMs = limitMs;
    this.#queue = new SeatQueue(variant, applyWord);
  }

  /** elapsed is how long the seat has raced, in milliseconds. It stops at the seat's end. */
  elapsed(): number {
    return this.#watch.elapsed(this.#link.around.now(), this.#limitMs);
  }

  /** play does a move at once and sends it. False: it is not taken now. */
  play(word: string): boolean {
    return !this.locked && this.#done(this.#queue.play(word));
  }

  undo(): boolean {
    return this.play("u");
  }

  /** explain sends a word that is known to be illegal, to hear which rule forbids it. */
  explain(word: string): boolean {
    return !this.locked && this.#done(this.#queue.probe(word));
  }

  resign(): boolean {
    return !this.locked && this.#done(this.#queue.resign());
  }

  /** position is what a Hello tells of the seat; null before the first board. */
  position(): Pick<SeatPosition, "seat" | "entry" | "hash"> | null {
    const own = this.#queue.own;
    return own && { seat: this.index, entry: own.entry, hash: own.board?.hash ?? 0n };
  }

  board(own: OwnBoard): void {
    const again = this.#queue.board(own);
    if (this.#isOver) this.#queue.end();
    this.#told(own);
    this.#unlock();
    this.#done(again);
  }

  acknowledged(answer: Acknowledgement): void {
    this.#queue.acknowledged(answer);
    if (answer.own) this.#told(answer.own);
    this.#done(this.#queue.due());
  }

  refused(answer: Refusal): void {
    const refused = this.#queue.refused(answer);
    if (refused) this.refusal = { ...refused, id: ++this.#refusals };
    this.#done(this.#queue.due());
  }

  gap(answer: Gap): void {
    this.#queue.gap(answer);
    this.#done(this.#queue.due());
  }

  /** over takes note of whether the seat has its result. */
  over(isOver: boolean): void {
    this.#isOver = isOver;
    if (isOver) this.#queue.end();
    this.#show();
  }

  /** lost: there is no connection; with a stop none will come by itself. */
  lost(stop: Stop | null): void {
    this.#queue.lost();
    // Another page plays on, and what was not answered here is not to come into its game.
    if (stop?.code === Close.TAKEN_OVER) this.#queue.abandon();
    if (stop) {
      this.locked = true;
    } else if (this.#lock === null) {
      this.#lock = this.#link.around.setTimeout(() => {
        this.locked = true;
      }, grace);
    }
    this.#show();
  }

  /** left: nobody looks at the seat any more. */
  left(): void {
    if (this.#lock !== null) this.#link.around.clearTimeout(this.#lock);
  }

  #told(own: OwnBoard): void {
    this.#watch.told(own.elapsedMs, this.#link.around.now());
  }

  #unlock(): void {
    if (this.#lock !== null) this.#link.around.clearTimeout(this.#lock);
    this.#lock = null;
    this.locked = false;
  }

  #done(acts: readonly Act[] | null): boolean {
    if (acts === null) return false;
    for (const act of acts) this.#link.send(this.#frame(act));
    this.#show();
    return true;
  }

  #frame({ number, word }: Act): ClientFrame {
    const action =
      word === null ? { case: "resign" as const, value: {} } : { case: "word" as const, value: word };
    const value = { room: this.#room, seat: this.index, number, action };
    return create(ClientFrameSchema, { frame: { case: "action", value } });
  }

  #show(): void {
    const queue = this.#queue;
    this.table = queue.table;
    this.legal = queue.legal;
    this.unanswered = queue.unanswered;
    this.movesLeft = queue.own?.movesLeft ?? null;
    this.ended = queue.ended;
    if (queue.ended) this.#watch.stop();
    else this.#watch.goOn();
  }
}
