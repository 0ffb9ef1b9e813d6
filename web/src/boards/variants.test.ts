import { expect, test } from "vitest";
import { type Choices, games, raceDefaults, variantOf } from "../app/choices";
import { variants } from "./variants";

test("every variant that a race can be made of has its boards", () => {
  const of = (choices: Partial<Choices>) => variantOf({ ...raceDefaults, ...choices });
  const draws = [1, 3].map((n) => ({ TF: n, KL: n }));
  const byGame = {
    KL: draws.flatMap((draw) => [0, 3, 1].map((passes) => of({ game: "KL", draw, passes }))),
    FC: [4, 2, 1].map((cells) => of({ game: "FC", cells })),
    TF: draws.map((draw) => of({ game: "TF", draw })),
  };
  expect(variants).toEqual(games.flatMap((game) => byGame[game]));
});
