export interface Moment {
  code: string;
  seat: number;
  /** A second seat shown beside it. */
  ghost: number | null;
  step: number;
}

/** replayPath is a moment's address on this site. */
export function replayPath({ code, seat, ghost, step }: Moment): string {
  const ask = new URLSearchParams({ seat: String(seat) });
  if (ghost !== null) ask.set("ghost", String(ghost));
  if (step > 0) ask.set("step", String(step));
  return `/r/${code}/replay?${ask}`;
}
