import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { CalendarEntrySchema, DailyChallengeSchema } from "../wire/daily_pb";
import { Ending } from "../wire/game_pb";
import { lastBegun, markOf, standingOf } from "./challenge";

const now = Date.UTC(2026, 10, 30, 12);
const minutesAgo = (n: number) => BigInt(now - n * 60_000);
const row = { place: 3, result: { ending: Ending.HOME } };

test.each([
  [{}, false, "open"],
  [{}, true, "missed"],
  [{ mine: { room: "BKTWRN", begunMs: minutesAgo(20) } }, false, "running"],
  // It was begun in the last hour of its day.
  [{ mine: { room: "BKTWRN", begunMs: minutesAgo(20) } }, true, "running"],
  // Its result was taken away, or is still to be told.
  [{ mine: { room: "BKTWRN", begunMs: minutesAgo(70) } }, false, "ended"],
  [{ mine: { room: "BKTWRN", begunMs: minutesAgo(20), row } }, false, "ended"],
  [{ voided: true, mine: { room: "BKTWRN", row } }, false, "voided"],
] as const)("%o, day over: %s, is %s", (challenge, isOver, standing) => {
  expect(standingOf(create(DailyChallengeSchema, challenge), isOver, now)).toBe(standing);
});

test.each([
  [{ result: { ending: Ending.HOME } }, "won"],
  [{ result: { ending: Ending.RESIGNED } }, "played"],
  [{ result: { ending: Ending.TIME_UP } }, "played"],
  [{}, "missed"],
  [{ result: { ending: Ending.HOME }, voided: true }, "voided"],
] as const)("%o is marked %s", (entry, mark) => {
  expect(markOf(create(CalendarEntrySchema, entry), false)).toBe(mark);
});

test("today's challenge that was not begun is not missed yet", () => {
  expect(markOf(create(CalendarEntrySchema, {}), true)).toBe("open");
});

test("the board that is shown first is that of the attempt that was begun last", () => {
  const day = (...begun: (number | null)[]) =>
    begun.map((minutes, i) =>
      create(DailyChallengeSchema, {
        variant: `${i}`,
        ...(minutes === null ? {} : { mine: { begunMs: minutesAgo(minutes) } }),
      }),
    );
  expect(lastBegun(day(null, null, null))?.variant).toBe("0");
  expect(lastBegun(day(null, 90, 20))?.variant).toBe("2");
  expect(lastBegun(day(null, 20, 90))?.variant).toBe("1");
  expect(lastBegun([])).toBeUndefined();
});
