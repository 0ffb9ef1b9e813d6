import { describe, expect, test } from "vitest";
import { Ranking } from "../wire/room_pb";
import {
  type Choices,
  optionsOf,
  raceDefaults,
  rememberChoices,
  rememberedChoices,
  soloDefaults,
  variantOf,
} from "./choices";

function storageWith(kept: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => map.set(key, value),
  } as unknown as Storage;
}

describe("variantOf", () => {
  test.each<[Partial<Choices>, string]>([
    [{ game: "KL" }, "KL1-D3N"],
    [{ game: "KL", draw: { TF: 1, KL: 1 }, passes: 3 }, "KL1-D1P3"],
    [{ game: "TF", passes: 1 }, "TF1-D1N"],
    [{ game: "FC", cells: 2 }, "FC1-C2"],
  ])("%j: the options of another game do not get into the code", (choices, variant) => {
    expect(variantOf({ ...raceDefaults, ...choices })).toBe(variant);
  });
});

describe("optionsOf", () => {
  test("a code that is wrong makes no room", () => {
    expect(optionsOf({ ...raceDefaults, from: "code", code: "KL1-D3N" }, false)).toBeNull();
  });

  test("a code brings its own game", () => {
    const choices: Choices = { ...raceDefaults, game: "KL", from: "code", code: " fc1-c4-aaaaakh" };
    expect(optionsOf(choices, false)).toMatchObject({ deal: "FC1-C4-AAAAAKH" });
  });

  test("who plays alone has one seat and is in no list, whatever was chosen for races", () => {
    const choices: Choices = { ...soloDefaults, seats: 8, listed: true, delay: 30 };
    expect(optionsOf(choices, true)).toMatchObject({ seats: 1, listed: false, watchDelayS: 0, minutes: 60 });
  });

  test("a random deal is one that can be won, unless any will do", () => {
    expect(optionsOf(raceDefaults, false)).toMatchObject({ anyDeal: false });
    expect(optionsOf({ ...soloDefaults, anyDeal: true }, true)).toMatchObject({ anyDeal: true });
  });

  test("the usual ranking is left to the server, which knows the game's", () => {
    expect(optionsOf(raceDefaults, false)).toMatchObject({ ranking: Ranking.UNSPECIFIED });
  });
});

describe("rememberedChoices", () => {
  test("what was chosen comes back, without the deal: the next race has new cards", () => {
    const storage = storageWith();
    rememberChoices(
      storage,
      { ...raceDefaults, game: "FC", cells: 1, anyDeal: true, from: "code", code: "X" },
      false,
    );
    expect(rememberedChoices(storage, false)).toEqual({
      ...raceDefaults,
      game: "FC",
      cells: 1,
      anyDeal: true,
    });
    expect(rememberedChoices(storage, true)).toEqual(soloDefaults);
  });

  test("what the server would refuse falls back, each by itself", () => {
    const kept = {
      game: "XX",
      seats: 99,
      minutes: 2.5,
      delay: 7,
      draw: { KL: 2 },
      cells: 2,
      anyDeal: "yes",
      ranking: "toString",
    };
    const storage = storageWith({ "samedeal.race": JSON.stringify(kept) });
    expect(rememberedChoices(storage, false)).toEqual({ ...raceDefaults, cells: 2 });
  });

  test.each(["", "no json", "null", "[1]"])("kept text %j is no reason to fail", (text) => {
    expect(rememberedChoices(storageWith({ "samedeal.race": text }), false)).toEqual(raceDefaults);
  });
});
