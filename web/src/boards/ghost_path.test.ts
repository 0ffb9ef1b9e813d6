import { expect, test } from "vitest";
import { parseRoute } from "../app/router.svelte";
import { ghostPath } from "./ghost_path";

const board = "daily/2026-11-30/FC1-C4";

test("the address of a game is that of the page which shows it", () => {
  expect(parseRoute(new URL(ghostPath(board, "p+1/2", "p 3"), "https://here.test"))).toMatchObject({
    page: "ghosts",
    board,
    player: "p+1/2",
    ghost: "p 3",
  });
});

test("nobody's game stands beside itself", () => {
  expect(ghostPath(board, "p1", "p1")).toBe("/ghosts/daily/2026-11-30/FC1-C4?player=p1");
  expect(ghostPath(board, "p1", undefined)).toBe("/ghosts/daily/2026-11-30/FC1-C4?player=p1");
});
