import type { RoomState, Session } from "../race/session.svelte";
import { Reason } from "../wire/codes_pb";
import { Phase, type Room } from "../wire/room_pb";
import { nextChannel } from "./channel";

/** How long a race's result is shown before the next race is. */
export const resultMs = 8_000;

type Watcher = Pick<Session, "player" | "room" | "enter" | "leave">;

/** Faults that will be the same at another try. */
const lasting: ReadonlySet<Reason> = new Set([Reason.NO_SUCH_ROOM, Reason.ROOM_ENDED, Reason.KICKED]);

/** Tv shows one race after the other, as a watcher. It leaves alone who has a seat in a room. */
export class Tv {
  /** The race on show, or to be entered; null: none. */
  code: string | null = $state(null);
  /** Its race has ended, and the result is shown. */
  ended = $state(false);
  /** The result has been shown for long enough, and stays only because no other race is on. */
  resting = $state(false);
  readonly #session: Watcher;
  /** Races that have been shown to the end, or cannot be entered. */
  readonly #done = new Set<string>();
  #rooms: readonly Room[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #entered = false;
  #off = false;

  constructor(session: Watcher) {
    this.#session = session;
  }

  /** The room on show, once it has been entered. */
  get room(): RoomState | null {
    const { room } = this.#session;
    return room !== null && room.code === this.code ? room : null;
  }

  /** Whether the player holds a seat, or waits for the start, in the room that the session is in. */
  get busy(): boolean {
    const { room } = this.#session;
    return room !== null && room.room.phase < Phase.ENDED && (room.me?.plays ?? false);
  }

  /** offer is told which rooms there are, the newest first. */
  offer(rooms: readonly Room[]): void {
    this.#rooms = rooms;
    const lost = this.#entered && !this.room && !this.ended;
    if (this.code === null || this.resting || lost) void this.#next();
  }

  /** follow is told when the room on show has changed. */
  follow(): void {
    const phase = this.room?.room.phase ?? Phase.UNSPECIFIED;
    if (this.ended || phase < Phase.ENDED) return;
    this.ended = true;
    this.#timer = setTimeout(() => {
      this.resting = true;
      void this.#next();
    }, resultMs);
  }

  /** off ends the show. keep: the room is not left, because it is looked at elsewhere from now on. */
  off(keep: boolean): void {
    this.#off = true;
    clearTimeout(this.#timer);
    if (this.room && !this.busy && !keep) void this.#session.leave();
  }

  async #next(): Promise<void> {
    if (this.#off || this.busy) return;
    if (this.ended && this.code !== null) this.#done.add(this.code);
    const code = nextChannel(this.#rooms, this.#session.player, this.#done);
    if (code === null && this.resting) return;
    this.#entered = false;
    this.ended = false;
    this.resting = false;
    this.code = code;
    if (code !== null) await this.#tune(code);
  }

  async #tune(code: string): Promise<void> {
    const fault = await this.#session.enter(code, { watch: true });
    if (this.#off || this.code !== code) return;
    this.#entered = fault === null;
    if (fault === null) return;
    if (lasting.has(fault.reason)) this.#done.add(code);
    this.code = null;
  }
}
