export interface Moment {
  code: string;
  seat: number;
  /** A second seat shown beside it. */
  ghost: number | null;
  step: number;
}

/** replayPath is a moment's address on this site. With analyse it says how far the game could be won, too. */
export function replayPath({ code, seat, ghost, step }: Moment, { analyse = false } = {}): string {
  const ask = new URLSearchParams({ seat: String(seat) });
  if (ghost !== null) ask.set("ghost", String(ghost));
  if (step > 0) ask.set("step", String(step));
  if (analyse) ask.set("analyse", "1");
  return `/r/${code}/replay?${ask}`;
}

/** asksForAnalysis tells whether an address is one of those with analyse. */
export const asksForAnalysis = (search: string): boolean => new URLSearchParams(search).has("analyse");

export interface RowMoment {
  board: string;
  /** Whose row. */
  player: string;
  /** Whose row is shown beside it. */
  ghost: string | null;
  step: number;
}

/** ghostsPath is the address of a moment in the games of a board's rows. */
export function ghostsPath({ board, player, ghost, step }: RowMoment): string {
  const ask = new URLSearchParams({ player });
  if (ghost !== null) ask.set("ghost", ghost);
  if (step > 0) ask.set("step", String(step));
  return `/ghosts/${board}?${ask}`;
}
