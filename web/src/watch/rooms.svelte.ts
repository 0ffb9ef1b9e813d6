import { type Api, faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Room } from "../wire/room_pb";

/** How long the list stands before it is asked for again. */
export const refreshMs = 5_000;
const most = 50;

/** RoomList is the listed rooms, asked for again and again as long as the page is looked at. */
export class RoomList {
  /** null before they are known. */
  rooms: readonly Room[] | null = $state.raw(null);
  /** Why the last call failed. */
  fault: Fault | null = $state.raw(null);
  loading = $state(false);
  readonly #api: Pick<Api, "listRooms">;
  readonly #visible: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(api: Pick<Api, "listRooms">, visible: () => boolean = () => !document.hidden) {
    this.#api = api;
    this.#visible = visible;
  }

  start(): void {
    this.#running = true;
    void this.refresh();
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  /** look is told that the page has come into view, or gone out of it. */
  look(): void {
    clearTimeout(this.#timer);
    if (this.#running && this.#visible()) void this.refresh();
  }

  /** refresh asks at once, unless an answer is still awaited. */
  async refresh(): Promise<void> {
    if (this.loading) return;
    clearTimeout(this.#timer);
    this.loading = true;
    try {
      this.rooms = await this.#api.listRooms(most);
      this.fault = null;
    } catch (error) {
      this.fault = faultOf(error);
    } finally {
      this.loading = false;
      this.#again();
    }
  }

  #again(): void {
    clearTimeout(this.#timer);
    if (this.#running && this.#visible()) this.#timer = setTimeout(() => void this.refresh(), refreshMs);
  }
}
