import { expect, test } from "vitest";
import { dayOfKey } from "./grid_keys";

test.each([
  ["ArrowRight", 5, 6, 4],
  ["ArrowLeft", 5, 4, 6],
  ["ArrowDown", 5, 12, 12],
  ["ArrowUp", 15, 8, 8],
  ["Home", 15, 1, 1],
  ["End", 15, 30, 30],
  // Out of the days that can be gone to.
  ["ArrowUp", 5, null, null],
  ["ArrowDown", 28, null, null],
  ["ArrowLeft", 1, null, 2],
  ["Enter", 5, null, null],
] as const)(
  "%s from %i leads to %s, and to %s where writing runs from right to left",
  (key, day, ltr, rtl) => {
    expect(dayOfKey(key, day, 30, false)).toBe(ltr);
    expect(dayOfKey(key, day, 30, true)).toBe(rtl);
  },
);
