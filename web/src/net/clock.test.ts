import { describe, expect, it } from "vitest";
import { ServerClock } from "./clock";

describe("ServerClock", () => {
  it("knows nothing before it was told", () => {
    expect(new ServerClock().now(5)).toBeNull();
  });

  it("goes by the frame that was on its way for the shortest time", () => {
    const clock = new ServerClock();
    // The server's clock is 1000 ahead; the frames are late by 80, 5 and 300.
    clock.told(1000, 80);
    clock.told(2000, 1005);
    clock.told(3000, 2300);
    expect(clock.now(2300)).toBe(3295);
  });

  it("forgets what was told long ago, so that a clock put right is followed", () => {
    const clock = new ServerClock();
    clock.told(10_000, 0);
    for (let at = 1; at <= 6; at++) clock.told(at, at);
    expect(clock.now(7)).toBe(7);
  });
});
