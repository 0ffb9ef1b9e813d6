import { describe, expect, it } from "vitest";
import { Stopwatch } from "./stopwatch";

const most = 900_000;

describe("Stopwatch", () => {
  it("shows nothing before it was told", () => {
    expect(new Stopwatch().elapsed(50, most)).toBe(0);
  });

  it("never goes back when a frame was on its way for longer than the one before", () => {
    const watch = new Stopwatch();
    watch.told(1000, 5000);
    expect(watch.elapsed(5100, most)).toBe(1100);
    watch.told(1050, 5400);
    expect(watch.elapsed(5400, most)).toBe(1400);
  });

  it("stops at what was told last, whatever comes later", () => {
    const watch = new Stopwatch();
    watch.told(1000, 0);
    watch.stop();
    watch.told(5000, 4000);
    watch.stop();
    expect(watch.elapsed(9000, most)).toBe(1000);
  });

  it("does not go on after the race's limit", () => {
    const watch = new Stopwatch();
    watch.told(0, 0);
    expect(watch.elapsed(most + 5, most)).toBe(most);
  });
});
