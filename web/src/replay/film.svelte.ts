import { asViewer } from "../account/calls";
import { type Api, faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Room } from "../wire/room_pb";
import type { ReplayStep } from "../wire/services_pb";
import { type Lane, laneOf } from "./player";

/** Film is a seat's replay, loaded page by page; its first boards can be shown before the last have come. */
export class Film {
  readonly code: string;
  readonly seat: number;
  room: Room | null = $state.raw(null);
  steps: readonly ReplayStep[] = $state.raw([]);
  /** How many steps there are in all; 0 as long as that is not known. */
  total = $state(0);
  fault: Fault | null = $state.raw(null);
  readonly lane: Lane = $derived(laneOf(this.steps.map(({ atMs }) => atMs)));
  readonly complete: boolean = $derived(this.total > 0 && this.steps.length >= this.total);
  readonly #api: Pick<Api, "getReplay">;
  /** Whose eyes a daily's replay is for; it is asked for at each page, since it may have been renewed. */
  readonly #token: () => string;
  #loading = false;
  #stopped = false;

  constructor(api: Pick<Api, "getReplay">, code: string, seat: number, token = () => "") {
    this.#api = api;
    this.#token = token;
    this.code = code;
    this.seat = seat;
  }

  /** The number of the last step, 0 being the start. */
  get last(): number {
    return Math.max(0, this.total - 1);
  }

  /** load goes on from what is there, until all is there, a call fails or stop is called. */
  async load(): Promise<void> {
    this.#stopped = false;
    if (this.#loading || this.complete) return;
    this.#loading = true;
    this.fault = null;
    try {
      while (!this.#stopped && (await this.#loadPage()));
    } catch (error) {
      this.fault = faultOf(error);
    } finally {
      this.#loading = false;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #loadPage(): Promise<boolean> {
    const { room, steps, total } = await asViewer(this.#token(), (token) =>
      this.#api.getReplay(this.code, this.seat, this.steps.length, token),
    );
    this.room = room ?? null;
    this.steps = [...this.steps, ...steps];
    this.total = total;
    return steps.length > 0 && !this.complete;
  }
}
