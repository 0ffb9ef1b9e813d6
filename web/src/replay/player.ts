// How a replay's clock runs. A lane is the times of a game's steps in milliseconds since the start, rising
// strictly, with the start itself as step 0; the lanes of two games that are shown together share one clock.

export type Lane = readonly number[];

export interface Pace {
  /** 1 is as fast as it was played. */
  speed: number;
  /** Whether long waits between two moves are shortened. */
  skipPauses: boolean;
}

/** The speeds to choose from. */
export const speeds = [0.5, 1, 2, 4, 8] as const;

/** As long as a pause takes when pauses are skipped, at speed 1. */
export const longestPause = 1_500;

/**
 * laneOf makes a lane of the times as they were logged. Of steps in the same millisecond each gets one of its
 * own, so that every step can be stopped at.
 */
export function laneOf(atMs: readonly number[]): Lane {
  const lane: number[] = [];
  for (const at of atMs) lane.push(Math.max(at, (lane.at(-1) ?? -1) + 1));
  return lane;
}

/** stepAt is the last step of a lane that was made by then. */
export function stepAt(lane: Lane, at: number): number {
  let low = 0;
  let high = lane.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lane[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** timeOf is when a step was made; that of the last one for steps beyond. */
export const timeOf = (lane: Lane, step: number): number => lane[Math.max(0, step)] ?? lane.at(-1) ?? 0;

export interface Reel {
  lane: Lane;
  /** Whether all its steps are there. */
  complete: boolean;
}

/**
 * eventsOf is all moments at which something happens, in order: up to where each of the games is known, so that
 * the clock waits for the one whose steps are not all there yet.
 */
export function eventsOf(reels: readonly Reel[]): Lane {
  const known = reels.filter(({ complete }) => !complete).map(({ lane }) => lane.at(-1) ?? 0);
  const limit = Math.min(Number.POSITIVE_INFINITY, ...known);
  const times = new Set(reels.flatMap(({ lane }) => lane.filter((at) => at <= limit)));
  return [...times].sort((a, b) => a - b);
}

/** advance is where the clock stands after so many real milliseconds; it stops at the last event. */
export function advance(events: Lane, at: number, elapsed: number, pace: Pace): number {
  let left = elapsed;
  let now = at;
  for (let i = stepAt(events, at) + 1; i < events.length; i++) {
    const next = events[i] ?? now;
    const rate = rateIn(next - (events[i - 1] ?? 0), pace);
    const needed = (next - now) / rate;
    if (needed > left) return now + left * rate;
    left -= needed;
    now = next;
  }
  return now;
}

/** In a shortened pause the clock runs as much faster as the pause is shortened. */
function rateIn(gap: number, { speed, skipPauses }: Pace): number {
  return skipPauses && gap > longestPause ? (speed * gap) / longestPause : speed;
}

/** after is the next moment at which something happens, before the last one that lies behind. */
export function after(events: Lane, at: number): number {
  return events[Math.min(stepAt(events, at) + 1, events.length - 1)] ?? at;
}

export function before(events: Lane, at: number): number {
  const step = stepAt(events, at);
  const here = events[step] ?? 0;
  return here < at ? here : (events[Math.max(0, step - 1)] ?? at);
}
