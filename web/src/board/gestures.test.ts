import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gestures, type Hand, type Point } from "./gestures";

let time = 0;

const point = (x: number, y: number, more: Partial<Point> = {}): Point => ({
  pointerId: 1,
  pointerType: "mouse",
  isPrimary: true,
  clientX: x,
  clientY: y,
  timeStamp: time,
  ...more,
});

const touch = (x: number, y: number, more: Partial<Point> = {}): Point =>
  point(x, y, { pointerType: "touch", ...more });

/** recorder is a hand that writes down what it is asked for. */
function recorder({ liftable = true, rests = false } = {}) {
  const calls: string[] = [];
  const hand: Hand<string> = {
    hit: (at) => (at.clientX < 0 ? null : "7H"),
    lift: (hit) => {
      calls.push(`lift ${hit}`);
      return liftable;
    },
    drag: (dx, dy) => calls.push(`drag ${dx},${dy}`),
    drop: (hit, dx, dy) => calls.push(`drop ${hit} ${dx},${dy}`),
    putBack: (hit) => calls.push(`back ${hit}`),
    tap: (hit) => calls.push(`tap ${hit}`),
    rest: (hit) => {
      calls.push(`rest ${hit}`);
      return rests;
    },
  };
  return { gestures: new Gestures(hand), calls };
}

beforeEach(() => {
  vi.useFakeTimers();
  time = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a tap", () => {
  it("acts when the pointer goes up, not down", () => {
    const { gestures, calls } = recorder();
    gestures.down(point(50, 50));
    expect(calls).toEqual([]);
    gestures.up(point(50, 50));
    expect(calls).toEqual(["tap 7H"]);
  });

  it("is a tap though the finger slides further than a mouse may", () => {
    const { gestures, calls } = recorder();
    gestures.down(touch(50, 50));
    gestures.move(touch(56, 58));
    gestures.up(touch(56, 58));
    expect(calls).toEqual(["tap 7H"]);
  });

  it("is a tap though the card had begun to move, when it hardly did and came back", () => {
    const { gestures, calls } = recorder();
    gestures.down(touch(50, 50));
    gestures.move(touch(62, 50));
    gestures.up(touch(55, 50));
    expect(calls).toEqual(["lift 7H", "drag 12,0", "back 7H", "tap 7H"]);
  });

  it("is none of those that no pile is for", () => {
    const { gestures, calls } = recorder();
    expect(gestures.down(point(-5, 50))).toBe(false);
    gestures.up(point(-5, 50));
    expect(calls).toEqual([]);
  });
});

describe("a drag", () => {
  it("begins beyond 5 px of a mouse and follows exactly", () => {
    const { gestures, calls } = recorder();
    gestures.down(point(50, 50));
    gestures.move(point(55, 50));
    expect(calls).toEqual([]);
    gestures.move(point(57, 50));
    gestures.move(point(90, 80));
    gestures.up(point(90, 81));
    expect(calls).toEqual(["lift 7H", "drag 7,0", "drag 40,30", "drop 7H 40,31"]);
  });

  it("is cancelled by going back to where it began, without a tap", () => {
    const { gestures, calls } = recorder();
    gestures.down(point(50, 50));
    gestures.move(point(150, 50));
    gestures.move(point(51, 50));
    gestures.up(point(51, 50));
    expect(calls).toEqual(["lift 7H", "drag 100,0", "drag 1,0", "back 7H"]);
  });

  it("of what cannot be lifted is neither a drag nor a tap", () => {
    const { gestures, calls } = recorder({ liftable: false });
    gestures.down(point(50, 50));
    gestures.move(point(90, 50));
    gestures.move(point(95, 50));
    gestures.up(point(95, 50));
    expect(calls).toEqual(["lift 7H"]);
  });
});

describe("no card stays in the air", () => {
  const dragging = () => {
    const made = recorder();
    made.gestures.down(touch(50, 50));
    made.gestures.move(touch(90, 50));
    made.calls.length = 0;
    return made;
  };

  it("when the drag is cancelled: nothing more comes of that pointer, and the next one works", () => {
    const { gestures, calls } = dragging();
    gestures.cancel();
    gestures.move(touch(120, 50));
    gestures.up(touch(120, 50));
    expect(calls).toEqual(["back 7H"]);
    gestures.down(touch(50, 50));
    gestures.up(touch(50, 50));
    expect(calls).toEqual(["back 7H", "tap 7H"]);
  });

  it("when the browser takes the pointer away", () => {
    const { gestures, calls } = dragging();
    gestures.lost(touch(90, 50));
    expect(calls).toEqual(["back 7H"]);
    expect(gestures.dragging).toBe(false);
    expect(gestures.down(touch(50, 50))).toBe(true);
  });

  it("when a second finger comes: it ends the first one's drag and begins none", () => {
    const { gestures, calls } = dragging();
    const second = { pointerId: 2, isPrimary: false };
    expect(gestures.down(touch(10, 10, second))).toBe(false);
    gestures.move(touch(60, 60, second));
    gestures.up(touch(60, 60, second));
    gestures.up(touch(90, 50));
    expect(calls).toEqual(["back 7H"]);
  });

  it("when the end of a cancelled drag is never heard of", () => {
    const { gestures, calls } = dragging();
    gestures.cancel();
    expect(gestures.down(touch(50, 50, { pointerId: 3 }))).toBe(true);
    gestures.up(touch(50, 50, { pointerId: 3 }));
    expect(calls).toEqual(["back 7H", "tap 7H"]);
  });

  it("when another pointer's end is heard of", () => {
    const { gestures, calls } = dragging();
    gestures.up(touch(90, 50, { pointerId: 9 }));
    expect(calls).toEqual([]);
    expect(gestures.dragging).toBe(true);
  });
});

describe("a rest", () => {
  it("that shows something is a look when it is long, and still a tap when it is short", () => {
    for (const [length, after] of [
      [400, ["rest 7H", "tap 7H"]],
      [900, ["rest 7H"]],
    ] as const) {
      time = 0;
      const { gestures, calls } = recorder({ rests: true });
      gestures.down(touch(50, 50));
      vi.advanceTimersByTime(length);
      time = length;
      gestures.up(touch(50, 50));
      expect(calls).toEqual(after);
    }
  });

  it("that shows nothing is a slow tap", () => {
    const { gestures, calls } = recorder();
    gestures.down(touch(50, 50));
    vi.advanceTimersByTime(2000);
    time = 2000;
    gestures.up(touch(50, 50));
    expect(calls).toEqual(["rest 7H", "tap 7H"]);
  });

  it("is none once the card moves or the pointer is up", () => {
    const { gestures, calls } = recorder();
    gestures.down(touch(50, 50));
    gestures.move(touch(90, 50));
    vi.advanceTimersByTime(2000);
    gestures.up(touch(90, 50));
    gestures.down(touch(50, 50));
    gestures.up(touch(50, 50));
    vi.advanceTimersByTime(2000);
    expect(calls.filter((call) => call.startsWith("rest"))).toEqual([]);
  });
});
