import { describe, expect, it } from "vitest";
import { parsePile } from "../table/card";
import type { Table } from "../table/table";
import { type Held, type Outcome, type Place, type TapState, Taps } from "./taps";
import { klondike } from "./testTables";

/** 5D | 2H | JS | TC | QD | 3D | 8C, with an ace on the waste. */
const table: Table = { ...klondike, waste: parsePile("JH JC AC") };
const legal = ["35", "wh", "n"];
const jack: Place = { pile: "3", index: 2 };
const queen: Place = { pile: "5", index: 4 };
const three: Place = { pile: "6", index: 5 };
const ace: Place = { pile: "w", index: 2 };
const stock: Place = { pile: "n", index: 20 };

const state = (more: Partial<TapState> = {}): TapState => ({
  table,
  legal,
  held: null,
  doubleTap: true,
  ...more,
});
const tap = (place: Place, time = 0, x = 0) => ({ place, x, y: 0, time });
const held = (pile: string, count = 1): Held => ({ pile, count });
const play = (word: string): Outcome => ({ do: "play", word });
const hold = (group: Held | null): Outcome => ({ do: "hold", held: group });

describe("a single tap", () => {
  it("sends a card home at once", () => {
    expect(new Taps().tap(state(), tap(ace))).toEqual(play("wh"));
  });

  it("takes a card in hand that does not go home, and a second one, later, lets it go", () => {
    const taps = new Taps();
    expect(taps.tap(state(), tap(jack, 0))).toEqual(hold(held("3")));
    expect(taps.tap(state({ held: held("3") }), tap(jack, 900))).toEqual(hold(null));
  });

  it("on a face-down card or an empty place holds nothing", () => {
    expect(new Taps().tap(state(), tap({ pile: "3", index: 0 }))).toEqual(hold(null));
    expect(new Taps().tap(state(), tap({ pile: "H", index: -1 }))).toEqual(hold(null));
  });

  it("turns the stock, as often as it is tapped and whether or not the legal moves are known", () => {
    const taps = new Taps();
    for (const time of [0, 100, 200])
      expect(taps.tap(state({ legal: null }), tap(stock, time))).toEqual(play("n"));
    expect(taps.tap(state({ legal: [] }), tap(stock, 300))).toEqual({ do: "explain", word: "n" });
  });
});

describe("the second of two taps", () => {
  it("is a double tap on the same card when the first moved nothing", () => {
    const taps = new Taps();
    taps.tap(state(), tap(jack, 0));
    expect(taps.tap(state({ held: held("3") }), tap(jack, 250, 20))).toEqual(play("35"));
  });

  it("is none when it is late, far away, on another card, or switched off", () => {
    const second = (place: Place, time: number, x: number, doubleTap = true) => {
      const taps = new Taps();
      taps.tap(state(), tap(jack, 0));
      return taps.tap(state({ held: held("3"), doubleTap }), tap(place, time, x));
    };
    expect(second(jack, 301, 0)).toEqual(hold(null));
    expect(second(jack, 100, 25)).toEqual(hold(null));
    expect(second(jack, 100, 0, false)).toEqual(hold(null));
    expect(second(three, 100, 0)).toEqual({ do: "explain", word: "36v1" });
  });

  it("is swallowed when the first one moved a card, so that it does not hit the card beneath", () => {
    const taps = new Taps();
    expect(taps.tap(state(), tap(ace, 0))).toEqual(play("wh"));
    expect(taps.tap(state(), tap({ pile: "w", index: 1 }, 200))).toEqual({ do: "nothing" });
    const left = { ...table, waste: parsePile("JH JC") };
    expect(taps.tap(state({ table: left }), tap({ pile: "w", index: 1 }, 400))).toEqual(hold(held("w")));
  });

  it("puts what is held on a pile", () => {
    expect(new Taps().tap(state({ held: held("3") }), tap(queen))).toEqual(play("35"));
  });

  it("asks why it does not fit there", () => {
    expect(new Taps().tap(state({ held: held("3") }), tap(three))).toEqual({ do: "explain", word: "36v1" });
  });

  it("means the card itself where that one can go home", () => {
    expect(new Taps().tap(state({ held: held("3") }), tap(ace))).toEqual(play("wh"));
  });
});

describe("while moves are unanswered", () => {
  it("one tap waits and is resolved when the legal moves are known", () => {
    const taps = new Taps();
    expect(taps.tap(state({ legal: null }), tap(ace))).toEqual({ do: "wait" });
    expect(taps.resolve(state())).toEqual(play("wh"));
    expect(taps.resolve(state())).toEqual({ do: "nothing" });
  });

  it("a double tap waits too", () => {
    const taps = new Taps();
    taps.tap(state({ legal: null }), tap(jack, 0));
    taps.tap(state({ legal: null }), tap(jack, 200));
    expect(taps.resolve(state())).toEqual(play("35"));
  });

  it("a later tap takes the place of an earlier one", () => {
    const taps = new Taps();
    taps.tap(state({ legal: null }), tap(ace, 0));
    taps.tap(state({ legal: null }), tap(jack, 500));
    expect(taps.resolve(state())).toEqual(hold(held("3")));
  });

  it("a tap is dropped when its card is no longer there, or the player did something else", () => {
    const taps = new Taps();
    taps.tap(state({ legal: null }), tap(ace));
    expect(taps.resolve(state({ table: { ...table, waste: parsePile("JH JC") } }))).toEqual({
      do: "nothing",
    });
    taps.tap(state({ legal: null }), tap(ace, 1000));
    taps.forget();
    expect(taps.resolve(state())).toEqual({ do: "nothing" });
  });
});
