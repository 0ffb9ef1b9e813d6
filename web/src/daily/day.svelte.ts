import { type Account, type Answered, asPlayer, asViewer } from "../account/calls";
import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";
import { DailyService, type GetDailyResponse } from "../wire/daily_pb";

export type DaySession = Account & Pick<Session, "api">;

/** Day is a day's challenges as they are shown; the last answer for a day stays until the next one is there. */
export class Day {
  answer: GetDailyResponse | null = $state.raw(null);
  fault: Fault | null = $state.raw(null);
  loading = $state(false);
  /** When the day ends, as performance.now() counts; 0 if it is over. */
  endsAt = $state(0);
  readonly #session: DaySession;
  #asked = 0;
  #date = "";

  constructor(session: DaySession) {
    this.#session = session;
  }

  /** load gives up whatever was asked for before. An empty date is today's. */
  async load(date: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    if (date !== this.#date) this.answer = null;
    this.#date = date;
    this.fault = null;
    this.loading = true;
    try {
      const answer = await asViewer(this.#session, (token) =>
        this.#session.api.call(DailyService.method.getDaily, { token, date }),
      );
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.endsAt = answer.secondsLeft > 0 ? performance.now() + answer.secondsLeft * 1000 : 0;
    } catch (error) {
      if (asked === this.#asked) this.fault = faultOf(error);
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  /**
   * refresh brings what is shown up to date, unless that is being done, and tells whether it has become another
   * day's. Whatever happens at midnight or as a device wakes up, the day is asked for once.
   */
  async refresh(): Promise<boolean> {
    if (this.loading) return false;
    const before = this.answer?.date;
    await this.load(this.#date);
    return before !== undefined && this.answer !== null && this.answer.date !== before;
  }
}

/** startDaily gives the room of the one ranked attempt, or of a new one for practice. */
export function startDaily(
  session: DaySession,
  attempt: { date: string; variant: string; practice: boolean },
): Promise<Answered<string>> {
  return asPlayer(
    session,
    async (token) => (await session.api.call(DailyService.method.startDaily, { token, ...attempt })).room,
  );
}
