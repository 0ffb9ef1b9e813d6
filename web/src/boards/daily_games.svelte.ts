import type { Api } from "../net/api";
import { DailyService } from "../wire/daily_pb";

/** DailyGames are the variants that the daily challenge is played in, which the service decides on. */
export class DailyGames {
  /** The usual ones, until the service has told. */
  variants: readonly string[] = $state.raw(["KL1-D3N", "FC1-C4", "TF1-D1N"]);
  #asked = false;

  /** load asks once, unless that fails. */
  async load(api: Pick<Api, "call">): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { challenges } = await api.call(DailyService.method.getDaily, {});
      if (challenges.length > 0) this.variants = challenges.map(({ variant }) => variant);
    } catch {
      this.#asked = false;
    }
  }
}
