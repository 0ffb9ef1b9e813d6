import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { forbidden, memory } from "../net/scripted";
import { Ending } from "../wire/game_pb";
import { Phase, RoomSchema } from "../wire/room_pb";
import { History, type PastRace } from "./history";
import { pastRace } from "./past_race";

const race = (code: string, at: number): PastRace => ({ code, at, variant: "KL1-D3N", solo: false });

describe("History", () => {
  it("keeps the last 30, the newest first", () => {
    const history = new History(memory());
    for (let i = 1; i <= 35; i++) history.record(race(`R${i}`, i));
    expect(history.list().map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, i) => 35 - i));
  });

  it("takes what becomes known later in the place of what was known", () => {
    const storage = memory();
    const history = new History(storage);
    history.record(race("A", 1));
    history.record(race("B", 2));
    history.record({ ...race("A", 1), place: 1 });
    expect(new History(storage).list()).toEqual([race("B", 2), { ...race("A", 1), place: 1 }]);
  });

  it("is empty where there is no storage, or where it holds something else", () => {
    const history = new History(forbidden());
    history.record(race("A", 1));
    expect(history.list()).toEqual([]);
    for (const text of ["{", "{}", "[1,null]", '[{"code":"A"}]']) {
      const storage = memory();
      storage.setItem("samedeal.history", text);
      expect(new History(storage).list()).toEqual([]);
    }
  });
});

describe("pastRace", () => {
  const seat = { player: "ana", name: "Ana" };
  const result = { ending: Ending.HOME, score: 595, timeMs: 4210 };
  const room = { code: "BKTWRN", startMs: 1000n, deal: { variant: "KL1-D3N" } };

  it("is nothing for who watched, and before the seat's end", () => {
    const racing = create(RoomSchema, { ...room, phase: Phase.RACING, seats: [seat] });
    expect(pastRace(racing, "ana")).toBeNull();
    expect(pastRace({ ...racing, phase: Phase.ENDED }, "ben")).toBeNull();
    expect(pastRace(racing, null)).toBeNull();
  });

  it("is nothing for a race that was called off", () => {
    const cancelled = create(RoomSchema, { ...room, phase: Phase.CANCELLED, seats: [{ ...seat, result }] });
    expect(pastRace(cancelled, "ana")).toBeNull();
  });

  it("has the result at the seat's end, and the place at the room's", () => {
    const ended = create(RoomSchema, { ...room, phase: Phase.RACING, seats: [{ ...seat, result }] });
    const known = { ...race("BKTWRN", 1000), solo: true, score: 595, timeMs: 4210, ending: Ending.HOME };
    expect(pastRace(ended, "ana")).toEqual(known);
    const [held] = ended.seats;
    if (held) held.place = 1;
    expect(pastRace({ ...ended, phase: Phase.ENDED }, "ana")).toEqual({ ...known, place: 1 });
  });
});
