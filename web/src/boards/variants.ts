import { type Choices, games, raceDefaults, variantOf } from "../app/choices";
import type { GameId } from "../table/table";

const of = (choices: Partial<Choices>): string => variantOf({ ...raceDefaults, ...choices });
const draw = (n: number) => ({ TF: n, KL: n });

const byGame: Record<GameId, string[]> = {
  KL: [1, 3].flatMap((n) => [0, 3, 1].map((passes) => of({ game: "KL", draw: draw(n), passes }))),
  FC: [4, 2, 1].map((cells) => of({ game: "FC", cells })),
  TF: [1, 3].map((n) => of({ game: "TF", draw: draw(n) })),
};

/** All variants that a race can be made of by choosing, game by game. */
export const variants: readonly string[] = games.flatMap((game) => byGame[game]);
