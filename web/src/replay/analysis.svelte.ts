import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { AnalyseSeatResponse } from "../wire/analysis_pb";

/** The first pause between two questions, the longest one, and by how much each is longer than the last. */
const pauses = { first: 700, longest: 5_000, growth: 1.5 };

/** Analysis asks how far a game could have been won, again and again until that is known. */
export class Analysis {
  /** How much of the work is done: 0 to 1. */
  progress = $state(0);
  found: AnalyseSeatResponse | null = $state.raw(null);
  fault: Fault | null = $state.raw(null);
  readonly #ask: () => Promise<AnalyseSeatResponse>;
  /** Changes with each start and stop: what comes back to another one is of no use any more. */
  #run = 0;
  #working = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<AnalyseSeatResponse>) {
    this.#ask = ask;
  }

  /** start asks until the answer is there, a call fails or stop is called. */
  async start(): Promise<void> {
    if (this.#working || this.found) return;
    this.#working = true;
    this.#run += 1;
    const run = this.#run;
    this.fault = null;
    try {
      for (let pause = pauses.first; ; pause = Math.min(pauses.longest, pause * pauses.growth)) {
        const answer = await this.#ask();
        if (run !== this.#run) return;
        if (answer.done) {
          this.found = answer;
          break;
        }
        this.progress = Math.max(this.progress, Math.min(1, answer.progress / 1_000));
        await this.#rest(pause);
      }
    } catch (error) {
      if (run === this.#run) this.fault = faultOf(error);
    }
    if (run === this.#run) this.#working = false;
  }

  /** stop asks no more; what the server has begun goes on there. */
  stop(): void {
    this.#run += 1;
    this.#working = false;
    clearTimeout(this.#timer);
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(resolve, ms);
    });
  }
}
