import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { ReplayStep } from "../wire/services_pb";
import { type Lane, laneOf } from "./player";

/** Page is a part of a game's steps. T is what its source tells of the game besides. */
export interface Page<T> {
  steps: readonly ReplayStep[];
  /** How many steps the whole game has. */
  total: number;
  told: T | null;
}

/** Source gives the steps of a game from one of them on, as many as it gives at once. */
export type Source<T> = (from: number) => Promise<Page<T>>;

/** Film is a game, loaded page by page; its first boards can be shown before the last have come. */
export class Film<T = unknown> {
  told: T | null = $state.raw(null);
  steps: readonly ReplayStep[] = $state.raw([]);
  /** How many steps there are in all; 0 as long as that is not known. */
  total = $state(0);
  fault: Fault | null = $state.raw(null);
  readonly lane: Lane = $derived(laneOf(this.steps.map(({ atMs }) => atMs)));
  readonly complete: boolean = $derived(this.total > 0 && this.steps.length >= this.total);
  readonly #source: Source<T>;
  #loading = false;
  #stopped = false;

  constructor(source: Source<T>) {
    this.#source = source;
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
    const { steps, total, told } = await this.#source(this.steps.length);
    if (this.total > 0 && total !== this.total) return this.#begin();
    this.told = told;
    this.steps = [...this.steps, ...steps];
    this.total = total;
    return steps.length > 0 && !this.complete;
  }

  /** Another game has taken this one's place, as a better one does on a board: its steps are loaded instead. */
  #begin(): boolean {
    this.steps = [];
    this.total = 0;
    return true;
  }
}
