/** How far a game could still have been won, beside its replay. A move's number is as in the replay. */
export const analysis = {
  analyse: "Analysis",
  title: "Could it be won?",
  close: "Close the analysis",
  working: "Looking for a way to win…",
  workingHint: "This may take half a minute.",

  until: (move: number): string =>
    move === 0 ? "It could be won at the start." : `It could be won until move ${move}.`,
  lostBy: (move: number): string => `Move ${move} lost it.`,
  untilAtLeast: (move: number): string =>
    move === 0
      ? "It could be won at the start, perhaps longer."
      : `It could be won until move ${move}, perhaps longer.`,
  lostFrom: (move: number): string => `From move ${move} on it was certainly lost.`,
  betweenUndecided: "What lies between is undecided.",
  restUndecided: "Later positions are undecided.",
  toTheEnd: "It could still be won at the end.",
  never: "This deal cannot be won.",
  undecided: "Undecided.",
  startUndecided: "Whether this deal can be won is undecided.",
  notImpossible: "No way to win was found in the time there was, which does not mean that there is none.",
  allKnown: "Judged with all cards known, those lying face down too.",

  toMove: (move: number): string => `To move ${move}`,
  showWay: "Show how",
  /** Stands where a player's name stands otherwise. */
  way: "A way to win",

  busy: "Too many games are waiting to be analysed. Try again in a few seconds.",
  failed: "The game could not be analysed.",
};
