import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { messages as en } from "../i18n/en";
import { messages as he } from "../i18n/he";
import { messages as hr } from "../i18n/hr";
import { BoardRowSchema } from "../wire/boards_pb";
import { Ending, type ResultSchema } from "../wire/game_pb";
import { dailyShareText, type Shared } from "./share_text";

const result = { ending: Ending.HOME, score: 600, timeMs: 245_399, moves: 104 };
const rowOf = (result: MessageInitShape<typeof ResultSchema>) =>
  create(BoardRowSchema, { place: 3, percentile: 80, player: "p1", name: "Ana", result });

const won: Shared = {
  date: "2026-11-30",
  game: "FreeCell, 4 cells",
  row: rowOf(result),
  played: 12,
  streak: 5,
};

test("a win tells the day, the game, time, score, place, percentile and streak", () => {
  expect(dailyShareText(en.daily, "en", won)).toBe(
    [
      "Samedeal daily challenge, November 30, 2026",
      "FreeCell, 4 cells: won in 4:05.3, 600 points",
      "Place 3 of 12, percentile 80",
      "Streak: 5 days",
    ].join("\n"),
  );
});

test("who has not won shares the score, and no streak that there is not", () => {
  const row = rowOf({ ...result, ending: Ending.RESIGNED, score: 1 });
  const text = dailyShareText(en.daily, "en", { ...won, row, streak: 0 });
  expect(text.split("\n").slice(1)).toEqual([
    "FreeCell, 4 cells: not won, 1 point",
    "Place 3 of 12, percentile 80",
  ]);
});

test("a place is never behind those who have played: the board may be newer than the page", () => {
  expect(dailyShareText(en.daily, "en", { ...won, played: 0 })).toContain("Place 3 of 3");
});

test("every language tells the same, and nobody's name, moves or deal", () => {
  for (const [locale, { daily }] of Object.entries({ en, he, hr })) {
    const text = dailyShareText(daily, locale, won);
    for (const part of ["2026", "4:05.3", "600", "12", "80", "5"]) expect(text).toContain(part);
    expect(text.split("\n").length).toBe(4);
    expect(text).not.toMatch(/Ana|104|[A-Z]{7}/);
  }
});
