import { describe, expect, it } from "vitest";
import { compareEntries } from "./entry";

describe("compareEntries", () => {
  it("orders as numbers, the epoch first, and what is no entry before all", () => {
    const ordered = ["", "0-0", "1-9", "1-14", "2-1", "10-0"];
    const shuffled = ["10-0", "1-14", "", "2-1", "0-0", "1-9"];
    expect(shuffled.sort(compareEntries)).toEqual(ordered);
  });

  it("is 0 for equal ones", () => {
    expect(compareEntries("3-7", "3-7")).toBe(0);
  });
});
