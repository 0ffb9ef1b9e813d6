import { asViewer, type Viewer } from "../account/calls";
import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";
import { type CalendarDay, DailyService } from "../wire/daily_pb";

/** Calendar is what the player has done in a month; the days of another month are not shown in its place. */
export class Calendar {
  days: ReadonlyMap<string, CalendarDay> = $state.raw(new Map());
  fault: Fault | null = $state.raw(null);
  loading = $state(false);
  readonly #session: Viewer & Pick<Session, "api">;
  #asked = 0;
  #month = "";

  constructor(session: Viewer & Pick<Session, "api">) {
    this.#session = session;
  }

  /** load asks for nothing as long as there is no player. */
  async load(month: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    if (month !== this.#month) this.days = new Map();
    this.#month = month;
    this.fault = null;
    if (this.#session.token === "") return;
    this.loading = true;
    try {
      const { days } = await asViewer(this.#session, (token) =>
        this.#session.api.call(DailyService.method.getCalendar, { token, month }),
      );
      if (asked === this.#asked) this.days = new Map(days.map((day) => [day.date, day]));
    } catch (error) {
      if (asked === this.#asked) this.fault = faultOf(error);
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }
}
