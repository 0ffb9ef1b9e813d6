import type { Answered } from "../account/calls";
import type { Fault } from "../net/fault";

/** Loaded is an answer that a part of a page waits for; the last one stays until the next is there. */
export class Loaded<T> {
  value: T | null = $state.raw(null);
  fault: Fault | null = $state.raw(null);
  readonly #ask: () => Promise<Answered<T>>;
  #asked = 0;

  constructor(ask: () => Promise<Answered<T>>) {
    this.#ask = ask;
  }

  /** load asks anew. Of answers that overtake each other, the one to the last question counts. */
  async load(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.fault = null;
    const answer = await this.#ask();
    if (asked !== this.#asked) return;
    if ("fault" in answer) this.fault = answer.fault;
    else this.value = answer.value;
  }

  /** forget is for who has become somebody else. */
  forget(): void {
    this.#asked += 1;
    this.value = null;
    this.fault = null;
  }
}
