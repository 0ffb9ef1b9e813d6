import { describe, expect, test } from "vitest";
import { advance, after, before, eventsOf, laneOf, longestPause, stepAt, timeOf } from "./player";

const plain = { speed: 1, skipPauses: false };
const skipping = { speed: 1, skipPauses: true };

describe("steps by time", () => {
  const lane = laneOf([0, 1000, 2500, 2600]);

  test.each([
    [0, 0],
    [999, 0],
    [1000, 1],
    [2599.9, 2],
    [2600, 3],
    [99_999, 3],
  ])("at %d ms it is step %d", (at, step) => expect(stepAt(lane, at)).toBe(step));

  test("before anything is loaded it is step 0", () => expect(stepAt([], 500)).toBe(0));

  test("steps of the same millisecond can each be stopped at", () => {
    const burst = laneOf([0, 0, 700, 700, 700, 701]);
    expect([0, 1, 2, 3, 4, 5].map((step) => stepAt(burst, timeOf(burst, step)))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("a step beyond the last is the last", () => expect(timeOf(lane, 12)).toBe(2600));
});

describe("the clock", () => {
  const events = laneOf([0, 1000, 31_000, 31_500]);

  test("runs as it was played", () => expect(advance(events, 500, 250, plain)).toBe(750));
  test("stops at the last move", () => expect(advance(events, 31_400, 5_000, plain)).toBe(31_500));
  test("stays where nothing is loaded", () => expect(advance([], 0, 100, plain)).toBe(0));

  test("changes nothing by a change of speed but the speed", () => {
    const here = advance(events, 0, 400, plain);
    expect(advance(events, here, 0, { speed: 8, skipPauses: false })).toBe(here);
    expect(advance(events, here, 100, { speed: 8, skipPauses: false })).toBe(here + 800);
  });

  test("takes a pause in the time that is left to pauses", () => {
    expect(advance(events, 1000, longestPause, skipping)).toBeCloseTo(31_000);
    expect(advance(events, 1000, longestPause / 2, { speed: 2, skipPauses: true })).toBeCloseTo(31_000);
  });

  test("is in the middle of a pause after half that time, and goes on at its own speed behind it", () => {
    expect(advance(events, 1000, longestPause / 2, skipping)).toBeCloseTo(16_000);
    expect(advance(events, 1000, longestPause + 200, skipping)).toBeCloseTo(31_200);
  });

  test("many small steps lead as far as one long one", () => {
    let at = 0;
    for (let i = 0; i < 100; i++) at = advance(events, at, 16, skipping);
    expect(at).toBeCloseTo(advance(events, 0, 1_600, skipping));
  });
});

describe("two games on one clock", () => {
  const first = laneOf([0, 1000, 3000]);
  const second = laneOf([0, 500, 3000, 9000]);
  const both = eventsOf([
    { lane: first, complete: true },
    { lane: second, complete: true },
  ]);

  test("have all moments of both, each once", () => expect(both).toEqual([0, 500, 1000, 3000, 9000]));

  test("a pause is one only if neither plays in it", () => {
    const at = advance(both, 1000, longestPause, skipping);
    expect([stepAt(first, at), stepAt(second, at)]).toEqual([2, 2]);
  });

  test("wait for the game whose steps are not all loaded", () => {
    const events = eventsOf([
      { lane: first, complete: false },
      { lane: second, complete: true },
    ]);
    expect(advance(events, 0, 60_000, plain)).toBe(3000);
  });

  test("a step goes to the next move of either, and back again", () => {
    expect([after(both, 0), after(both, 700), after(both, 9000)]).toEqual([500, 1000, 9000]);
    expect([before(both, 9000), before(both, 700), before(both, 0)]).toEqual([3000, 500, 0]);
  });
});
