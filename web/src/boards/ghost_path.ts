import { ghostsPath } from "../replay/link";

/** ghostPath is the address of a game of a board, beside the viewer's own if they have one there. */
export const ghostPath = (board: string, player: string, me: string | undefined): string =>
  ghostsPath({ board, player, ghost: me === undefined || me === player ? null : me, step: 0 });
