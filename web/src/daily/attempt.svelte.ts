import type { DailyChallenge, GetDailyResponse } from "../wire/daily_pb";
import { Day, type DaySession } from "./day.svelte";

/** How often the place of a race that has just ended is asked for, and how many times. */
const everyMs = 1_000;
const times = 15;

/** Attempt is how one's own attempt stands on its daily's board; a result gets there a moment after its race. */
export class Attempt {
  readonly #day: Day;
  readonly #variant: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: DaySession, variant: string) {
    this.#day = new Day(session);
    this.#variant = variant;
  }

  get day(): GetDailyResponse | null {
    return this.#day.answer;
  }

  /** over is false as long as that is not known. */
  get over(): boolean {
    return this.#day.answer !== null && this.#day.endsAt === 0;
  }

  get challenge(): DailyChallenge | undefined {
    return this.#day.answer?.challenges.find(({ variant }) => variant === this.#variant);
  }

  /** follow asks until the result has a place, and gives what ends the asking. */
  follow(date: string): () => void {
    let left = times;
    let stopped = false;
    const ask = async () => {
      await this.#day.load(date);
      left -= 1;
      const { challenge } = this;
      if (stopped || left === 0 || challenge?.mine?.row || challenge?.voided) return;
      this.#timer = setTimeout(ask, everyMs);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(this.#timer);
    };
  }
}
