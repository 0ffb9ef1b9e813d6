import type { Messages } from "../i18n/en";
import { type AnalyseSeatResponse, Winnable } from "../wire/analysis_pb";

/** verdict says in words what was found: one sentence, or several that complete each other. */
export function verdict(found: AnalyseSeatResponse, m: Messages["analysis"]): string[] {
  const { start, end, lastWinnable, firstLost } = found;
  if (start === Winnable.NO) return [m.never];
  if (end === Winnable.YES) return [m.toTheEnd];
  if (lastWinnable === undefined) {
    return firstLost === undefined
      ? [m.undecided, m.notImpossible]
      : [m.startUndecided, m.lostFrom(firstLost)];
  }
  if (firstLost === undefined) return [m.untilAtLeast(lastWinnable), m.restUndecided, m.notImpossible];
  if (firstLost > lastWinnable + 1) {
    return [m.untilAtLeast(lastWinnable), m.lostFrom(firstLost), m.betweenUndecided];
  }
  return [m.until(lastWinnable), m.lostBy(firstLost)];
}
