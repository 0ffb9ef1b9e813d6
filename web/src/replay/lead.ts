import type { ReplayStep } from "../wire/services_pb";
import type { Lane } from "./player";

/** Standing is how a game stands at one moment. */
export interface Standing {
  board: ReplayStep["board"];
  lane: Lane;
}

/** ahead is above 0 where the first of two games is ahead, and below where the second is. */
export function ahead(a: Standing, b: Standing): number {
  if (a.board?.won && b.board?.won) return (b.lane.at(-1) ?? 0) - (a.lane.at(-1) ?? 0);
  return home(a) - home(b) || (a.board?.score ?? 0) - (b.board?.score ?? 0);
}

const home = ({ board }: Standing): number => board?.foundations.reduce((all, n) => all + n, 0) ?? 0;
