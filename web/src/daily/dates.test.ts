import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dateOf,
  firstWeekday,
  isDate,
  longDate,
  monthName,
  weekdays,
  weeksOf,
} from "./dates";

test("a day is one in UTC, wherever the browser is", () => {
  expect(dateOf(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe("2026-11-30");
  expect(dateOf(Date.UTC(2026, 11, 1))).toBe("2026-12-01");
  expect(longDate("en", "2026-11-30")).toBe("Monday, November 30, 2026");
});

test.each([
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-11-31", false],
  ["0000-00-00", false],
])("%s is a day: %s", (date, is) => {
  expect(isDate(date)).toBe(is);
});

test("days and months go over the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
});

test("a month is laid out in whole weeks, and has each of its days once", () => {
  for (const [month, days] of [
    ["2026-11", 30],
    ["2027-02", 28],
    ["2028-02", 29],
    ["2026-08", 31],
  ] as const) {
    for (const first of [0, 1]) {
      const weeks = weeksOf(month, first);
      const all = weeks.flat().filter((date) => date !== null);
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      expect(all.length).toBe(days);
      expect(all[0]).toBe(`${month}-01`);
      expect(new Set(all).size).toBe(days);
      expect(weeks.every((week) => week.some((date) => date !== null))).toBe(true);
    }
  }
});

test("a column of the calendar has one day of the week", () => {
  for (const locale of ["en", "he", "hr"]) {
    const [week = []] = weeksOf("2026-11", firstWeekday(locale)).slice(1);
    const names = weekdays(locale).map(({ long }) => long);
    const told = week.map((date) => longDate(locale, date ?? ""));
    expect(told.every((text, i) => text.includes(names[i] ?? "?"))).toBe(true);
  }
});

test("months have names", () => {
  expect(monthName("hr", "2026-11")).toBe("studeni 2026.");
});
