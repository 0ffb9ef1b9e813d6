import type { AnalyseSeatResponse } from "../wire/analysis_pb";

/** Mark is a step that the slider shows. */
export interface Mark {
  step: number;
  kind: "winnable" | "lost";
}

/** marksOf are the last step from which a game could be won, and the first from which it could not. */
export function marksOf(found: AnalyseSeatResponse | null): Mark[] {
  const { lastWinnable, firstLost } = found ?? {};
  return [
    ...(lastWinnable === undefined ? [] : [{ step: lastWinnable, kind: "winnable" as const }]),
    ...(firstLost === undefined ? [] : [{ step: firstLost, kind: "lost" as const }]),
  ];
}
