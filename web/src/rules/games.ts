import type { GameId } from "../table/table";

/** The games as newcomers best meet them. */
export const gamesInOrder: readonly GameId[] = ["KL", "TF", "FC"];

export const isGame = (text: string): text is GameId => (gamesInOrder as readonly string[]).includes(text);
