import type { Messages } from "../i18n/en";
import { formatTime } from "../ui/time";
import type { BoardRow } from "../wire/boards_pb";
import { isWon } from "./challenge";
import { plainDate } from "./dates";

/** Shared is a result that its player tells others of. */
export interface Shared {
  date: string;
  /** The game as the player's language calls it. */
  game: string;
  row: BoardRow;
  /** How many have ended their attempt. */
  played: number;
  /** How many days in a row the player has won. */
  streak: number;
}

/** dailyShareText tells how it went and nothing of the deal: those who read it may still have it before them. */
export function dailyShareText(m: Messages["daily"], locale: string, shared: Shared): string {
  const { date, game, row, played, streak } = shared;
  const { result, place, percentile } = row;
  const points = m.points(result?.score ?? 0);
  return [
    m.shareHead(plainDate(locale, date)),
    isWon(result)
      ? m.shareWon(game, formatTime(result?.timeMs ?? 0, { tenths: true }), points)
      : m.shareLost(game, points),
    m.sharePlace(place, Math.max(played, place), percentile),
    ...(streak > 0 ? [m.shareStreak(streak)] : []),
  ].join("\n");
}
