import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { BoardRowSchema } from "../wire/boards_pb";
import { isOfSums, ofDaily, ofRaces, readBoardId, withSpan, writeBoardId } from "./board_id";
import { gameOf } from "./games";

const ids = [
  "all/KL1-D3N",
  "month/2026-11/KL1-D1P3",
  "week/2026-W49/TF1-D3N",
  "day/2026-11-30/FC1-C0",
  "daily/2026-11-30/KL1-D3N",
  "daily-week/2026-W53/FC1-C4",
  "daily-month/2026-12/TF1-D1N",
  "deal/KL1-D3N-AAAAAAB",
  "deal/TF1-D1N-BAAAAAAAAAAAA",
];

test.each(ids)("%s is read and written alike", (id) => {
  const read = readBoardId(id);
  expect(read && writeBoardId(read)).toBe(id);
});

test.each([
  "",
  "all",
  "all/KL1",
  "all/kl1-d3n",
  "all/2026-11/KL1-D3N",
  "year/2026/KL1-D3N",
  "month/2026-13/KL1-D3N",
  "month/2026-11-30/KL1-D3N",
  "week/2025-W53/KL1-D3N",
  "day/2026-02-30/KL1-D3N",
  "day/KL1-D3N",
  "daily/2026-11-30/KL1-D3N/x",
  "deal/KL1-D3N-AAAAAAA",
  "deal/2026/KL1-D3N-AAAAAAB",
])("%s is no board", (id) => {
  expect(readBoardId(id)).toBeNull();
});

test("only the daily's weeks and months are sums", () => {
  expect(ids.filter((id) => isOfSums(readBoardId(id)!))).toEqual([
    "daily-week/2026-W53/FC1-C4",
    "daily-month/2026-12/TF1-D1N",
  ]);
});

const today = "2026-12-02";

test("another span is the one that is now, where that is within the one before; else it stays in the past", () => {
  const idOf = (from: string, span: "all" | "month" | "week" | "day") =>
    writeBoardId(withSpan(readBoardId(from)!, span, today));
  expect(idOf("all/KL1-D3N", "week")).toBe("week/2026-W49/KL1-D3N");
  expect(idOf("week/2026-W49/KL1-D3N", "month")).toBe("month/2026-12/KL1-D3N");
  expect(idOf("month/2026-12/KL1-D3N", "day")).toBe("day/2026-12-02/KL1-D3N");
  expect(idOf("day/2026-10-07/KL1-D3N", "month")).toBe("month/2026-10/KL1-D3N");
  expect(idOf("daily/2026-12-02/KL1-D3N", "month")).toBe("daily-month/2026-12/KL1-D3N");
  expect(idOf("day/2026-10-07/KL1-D3N", "all")).toBe("all/KL1-D3N");
});

const row = (player: string) => create(BoardRowSchema, { player });

test("a row's game is at an address of its own", () => {
  expect(gameOf(ofRaces("KL1-D3N"), today, null, row("b/c"), undefined)).toBe(
    "/ghosts/all/KL1-D3N?player=b%2Fc",
  );
});

test("there is no game behind a sum", () => {
  const week = withSpan(ofDaily("KL1-D3N", today), "week", today);
  expect(gameOf(week, today, "me", row("me"), row("me"))).toBeNull();
});

test("a daily's games are withheld until one's own has ended, or the day", () => {
  const daily = ofDaily("KL1-D3N", today);
  expect(gameOf(daily, today, "me", row("b"), undefined)).toBeNull();
  expect(gameOf(daily, today, null, row("b"), undefined)).toBeNull();
  expect(gameOf(daily, today, "me", row("b"), row("me"))).not.toBeNull();
  expect(gameOf(daily, "2026-12-03", "me", row("b"), undefined)).not.toBeNull();
});
