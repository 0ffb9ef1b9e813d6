import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { messages } from "../i18n/en";
import { BoardRowSchema } from "../wire/boards_pb";
import { Ending } from "../wire/game_pb";
import { figuresOf } from "./row";

const m = messages.boards;

test("a row of results shows how it ended, and whether its deal was no secret", () => {
  const result = { ending: Ending.HOME, score: 600, timeMs: 245_300, moves: 104 };
  expect(figuresOf(create(BoardRowSchema, { result }), m)).toEqual({
    won: true,
    ending: "Won",
    timeMs: 245_300,
    score: 600,
    details: "Won · 104 moves",
  });
  const known = { result: { ...result, ending: Ending.TIME_UP, moves: 1 }, knownDeal: true };
  expect(figuresOf(create(BoardRowSchema, known), m)).toMatchObject({
    won: false,
    details: "Time up · 1 move · deal known before",
  });
});

test("a row of sums shows them", () => {
  const total = { days: 5, won: 3, score: 1_234, timeMs: 900_000, wonTimeMs: 700_000 };
  expect(figuresOf(create(BoardRowSchema, { total }), m)).toEqual({
    won: true,
    ending: "",
    timeMs: 900_000,
    score: 1_234,
    details: "3 of 5 days won",
  });
});

test("a result that a newer server has no word for here is still a row", () => {
  expect(figuresOf(create(BoardRowSchema, {}), m)).toMatchObject({ score: 0, details: "0 moves" });
});
