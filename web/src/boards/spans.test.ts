import { expect, test } from "vitest";
import { addDays } from "../daily/dates";
import { firstOf, mondayIn, shifted, spanName, weekOf } from "./spans";

test.each([
  ["2026-11-30", "2026-W49"],
  ["2026-12-06", "2026-W49"],
  ["2026-12-07", "2026-W50"],
  // At a year's ends, a week is of the year that its Thursday is in.
  ["2026-01-01", "2026-W01"],
  ["2027-01-01", "2026-W53"],
  ["2027-01-03", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2024-12-30", "2025-W01"],
  ["2023-01-01", "2022-W52"],
])("%s is in the week %s", (date, week) => {
  expect(weekOf(date)).toBe(week);
});

test("a week leads to its Monday and back, over years", () => {
  for (let monday = "2019-12-30"; monday < "2033-01-01"; monday = addDays(monday, 7)) {
    for (const day of [0, 3, 6]) expect(mondayIn(weekOf(addDays(monday, day)))).toBe(monday);
  }
});

test.each(["2026-W54", "2025-W53", "2026-W00", "2026-W1", "2026-49", ""])("%s is no week", (week) => {
  expect(mondayIn(week)).toBeNull();
});

test("a span begins with its first day, and the next ones follow without a gap", () => {
  expect([
    firstOf("month", "2026-11-30"),
    firstOf("week", "2026-12-06"),
    firstOf("day", "2026-12-06"),
  ]).toEqual(["2026-11-01", "2026-11-30", "2026-12-06"]);
  expect([firstOf("all", "2026-11-30"), shifted("all", "", 1)]).toEqual(["", ""]);
  expect(shifted("month", "2026-12-01", 1)).toBe("2027-01-01");
  expect(shifted("month", "2027-01-01", -2)).toBe("2026-11-01");
  expect(shifted("week", "2026-12-28", 1)).toBe("2027-01-04");
  expect(shifted("day", "2026-03-01", -1)).toBe("2026-02-28");
});

test("a span is named in the page's language", () => {
  expect(spanName("en", "month", "2026-11-01")).toBe("November 2026");
  expect(spanName("en", "week", "2026-11-30")).toMatch(/November 30.*December 6, 2026/);
  expect(spanName("hr", "week", "2026-12-07")).toMatch(/7.*13\. prosinca 2026/);
  expect(spanName("he", "day", "2026-11-30")).toMatch(/נובמבר/);
});
