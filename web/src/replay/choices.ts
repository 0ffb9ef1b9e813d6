import { ghostsPath } from "./link";

/** Pairing is whose games are on show, and whose could be. */
export interface Pairing {
  board: string;
  player: string;
  ghost: string | null;
  /** The viewer, if they stand on the board, and whoever is first there. */
  mine: string | null;
  first: string | null;
}

export type Other = "withMine" | "withBest" | "alone";

/** otherPairs are the addresses of what else there is to see: each game beside the viewer's, the first or none. */
export function otherPairs({ board, player, ghost, mine, first }: Pairing): { kind: Other; href: string }[] {
  const beside = (other: string | null) => ghostsPath({ board, player, ghost: other, step: 0 });
  if (ghost !== null) return [{ kind: "alone", href: beside(null) }];
  if (mine !== null && mine !== player) return [{ kind: "withMine", href: beside(mine) }];
  if (first !== null && first !== player) return [{ kind: "withBest", href: beside(first) }];
  return [];
}
