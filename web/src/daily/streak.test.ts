import { expect, test } from "vitest";
import { endInUtc, offsetName, offsets, suggestedOffset } from "./streak";

test("the offsets are all that the service takes", () => {
  expect([offsets[0], offsets.at(-1), offsets.length]).toEqual([-720, 840, 53]);
  expect(offsets.includes(0)).toBe(true);
});

// getTimezoneOffset is positive west of Greenwich.
test.each([
  [-120, 120],
  [300, -300],
  [0, 0],
  [-345, 360],
  [-330, 330],
  [-840, 840],
  [210, -210],
])("a device with %i is offered %i", (device, offered) => {
  expect(suggestedOffset(device)).toBe(offered);
  expect(offsets).toContain(offered);
});

test.each([
  [0, "UTC", "00:00"],
  [120, "UTC+2", "22:00"],
  [-300, "UTC−5", "05:00"],
  [330, "UTC+5:30", "18:30"],
  [-210, "UTC−3:30", "03:30"],
  [840, "UTC+14", "10:00"],
  [-720, "UTC−12", "12:00"],
])("days by %i are of %s and end at %s UTC", (minutes, name, end) => {
  expect([offsetName(minutes), endInUtc(minutes)]).toEqual([name, end]);
});
