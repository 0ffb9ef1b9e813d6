import { expect, test } from "vitest";
import { Ending } from "../wire/game_pb";
import { placed } from "./standing";

const row = (seat: number, home: number, score: number, ended: Ending | null = null, timeMs = 0) => ({
  seat,
  player: `p${seat}`,
  name: `P${seat}`,
  mine: false,
  home,
  score,
  ended,
  progress: null,
  timeMs,
});

const order = (rows: ReturnType<typeof placed>) => rows.map(({ seat, place }) => `${place}:${seat}`);

test("who is home stands before who is not, however many points these have", () => {
  expect(order(placed([row(0, 51, 900), row(1, 52, 520, Ending.HOME, 90_000)]))).toEqual(["1:1", "2:0"]);
});

test("of those who are home the faster one stands first", () => {
  const rows = [row(0, 52, 600, Ending.HOME, 91_000), row(1, 52, 520, Ending.HOME, 90_000)];
  expect(order(placed(rows))).toEqual(["1:1", "2:0"]);
});

test("equal ones share a place, in the seats' order, and the next place is left out", () => {
  expect(order(placed([row(0, 3, 30), row(1, 5, 50), row(2, 5, 50), row(3, 0, 0)]))).toEqual([
    "1:1",
    "1:2",
    "3:0",
    "4:3",
  ]);
});
