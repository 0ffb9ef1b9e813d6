import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";
import { Reason } from "../wire/codes_pb";
import { Phase, type Room } from "../wire/room_pb";

/** Visit is a page's stay in a room: entering it, or reading how it ended when it cannot be entered any more. */
export class Visit {
  /** Why there is nothing to show. */
  fault = $state.raw<Fault | null>(null);
  /** The room as it ended, when it is over. */
  ended = $state.raw<Room | null>(null);
  readonly #session: Session;
  #entry = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  async enter(code: string, watch: boolean): Promise<void> {
    this.#entry += 1;
    const entry = this.#entry;
    this.fault = null;
    this.ended = null;
    const fault = await this.#session.enter(code, { watch });
    if (!fault || entry !== this.#entry) return;
    if (fault.reason !== Reason.ROOM_ENDED) this.fault = fault;
    else await this.#read(code, entry);
  }

  leave(): void {
    this.#entry += 1;
    void this.#session.leave();
  }

  async rematch(code: string, sameDeal: boolean): Promise<{ code: string } | { fault: Fault }> {
    const { room } = this.#session;
    return room?.code === code ? room.rematch(sameDeal) : this.#session.rematch(code, sameDeal);
  }

  async #read(code: string, entry: number): Promise<void> {
    try {
      const room = await this.#session.api.getRoom(code);
      if (entry === this.#entry && room.phase >= Phase.ENDED) this.ended = room;
    } catch (error) {
      if (entry === this.#entry) this.fault = faultOf(error);
    }
  }
}
