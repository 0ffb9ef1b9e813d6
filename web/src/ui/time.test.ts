import { expect, test } from "vitest";
import { formatTime } from "./time";

test.each([
  [0, "0:00"],
  [65_000, "1:05"],
  [65_999, "1:05"],
  [3_599_999, "59:59"],
  [3_600_000, "1:00:00"],
  [3_725_000, "1:02:05"],
  [-250, "0:00"],
])("%i ms is %s: a clock never shows time that has not passed", (ms, text) => {
  expect(formatTime(ms)).toBe(text);
});

test("tenths are cut off, too", () => {
  expect(formatTime(65_399, { tenths: true })).toBe("1:05.3");
  expect(formatTime(59_999, { tenths: true })).toBe("0:59.9");
});
