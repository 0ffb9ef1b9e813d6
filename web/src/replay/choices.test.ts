import { expect, test } from "vitest";
import { otherPairs } from "./choices";

const board = "all/KL1-D3N";
const path = (player: string, ghost?: string) =>
  `/ghosts/${board}?player=${player}${ghost ? `&ghost=${ghost}` : ""}`;

test.each([
  ["another's game goes beside the viewer's", "b", null, "me", "a", [path("b", "me")]],
  ["the viewer's own beside the best", "me", null, "me", "a", [path("me", "a")]],
  ["who is first themselves has nobody to look up to", "me", null, "me", "me", []],
  ["who does not stand there sees it beside the best", "b", null, null, "a", [path("b", "a")]],
  ["of two games one can be left alone", "b", "a", "me", "a", [path("b")]],
  ["as long as nothing is known there is no choice", "b", null, null, null, []],
] as const)("%s", (_, player, ghost, mine, first, hrefs) => {
  expect(otherPairs({ board, player, ghost, mine, first }).map(({ href }) => href)).toEqual(hrefs);
});
