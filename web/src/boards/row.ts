import type { Messages } from "../i18n/en";
import type { BoardRow } from "../wire/boards_pb";
import { Ending } from "../wire/game_pb";

/** Figures are what a row shows of a result, or of a sum of results. */
export interface Figures {
  won: boolean;
  /** How it ended, in a word; empty of a sum. */
  ending: string;
  timeMs: number;
  score: number;
  /** "Won · 104 moves", "3 of 5 days won". */
  details: string;
}

/** figuresOf reads a row: one of a board of sums has a total and no result. */
export function figuresOf({ result, total, knownDeal }: BoardRow, m: Messages["boards"]): Figures {
  if (total) {
    const { days, won, score, timeMs } = total;
    return { won: won > 0, ending: "", timeMs, score, details: m.daysWon(won, days) };
  }
  const ending = endingText(result?.ending ?? Ending.UNSPECIFIED, m);
  const details = [
    ...(ending === "" ? [] : [ending]),
    m.moves(result?.moves ?? 0),
    ...(knownDeal ? [m.knownDeal] : []),
  ];
  return {
    won: result?.ending === Ending.HOME,
    ending,
    timeMs: result?.timeMs ?? 0,
    score: result?.score ?? 0,
    details: details.join(" · "),
  };
}

function endingText(ending: Ending, { endings }: Messages["boards"]): string {
  if (ending === Ending.HOME) return endings.home;
  if (ending === Ending.RESIGNED) return endings.resigned;
  return ending === Ending.TIME_UP ? endings.timeUp : "";
}
