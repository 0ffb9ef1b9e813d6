import type { CalendarEntry, DailyChallenge } from "../wire/daily_pb";
import { Ending, type Result } from "../wire/game_pb";

/** Standing is where a player stands in a challenge. */
export type Standing =
  /** Not begun, and it can be. */
  | "open"
  | "running"
  | "ended"
  /** Not begun, and its day is over. */
  | "missed"
  | "voided";

/** An attempt lasts an hour; what is longer ago has ended, whether its result was kept or not. */
const longestMs = 61 * 60_000;

/** standingOf tells it at an instant of the server's clock, in Unix milliseconds. */
export function standingOf({ mine, voided }: DailyChallenge, isOver: boolean, now: number): Standing {
  if (voided) return "voided";
  if (!mine) return isOver ? "missed" : "open";
  return mine.row || now - Number(mine.begunMs) > longestMs ? "ended" : "running";
}

/** Mark is how a challenge of a day is drawn in the calendar. */
export type Mark = "won" | "played" | "missed" | "voided" | "open";

/** markOf: a challenge of today that was not played is not missed yet. */
export function markOf({ result, voided }: CalendarEntry, isToday: boolean): Mark {
  if (voided) return "voided";
  if (!result) return isToday ? "open" : "missed";
  return isWon(result) ? "won" : "played";
}

export const isWon = (result: Result | undefined): boolean => result?.ending === Ending.HOME;

/** lastBegun is the challenge that the player has begun last, whose board says most to them; else the first. */
export const lastBegun = (challenges: readonly DailyChallenge[]): DailyChallenge | undefined =>
  challenges.toSorted((a, b) => begunMs(b) - begunMs(a))[0];

const begunMs = ({ mine }: DailyChallenge): number => Number(mine?.begunMs ?? 0);
