import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Fault } from "../net/fault";
import type { RoomState } from "../race/room_state.svelte";
import { Reason } from "../wire/codes_pb";
import { Phase, type Room, RoomSchema } from "../wire/room_pb";
import { resultMs, Tv } from "./tv.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function room(code: string, phase = Phase.RACING): Room {
  return create(RoomSchema, { code, phase, seats: [{ player: "a" }, { player: "b" }] });
}

class FakeSession {
  player = "me";
  room: RoomState | null = null;
  fault: Fault | null = null;
  entered: string[] = [];
  left = 0;

  async enter(code: string): Promise<Fault | null> {
    this.entered.push(code);
    if (this.fault) return this.fault;
    this.room = stateOf(room(code));
    return null;
  }

  async leave(): Promise<void> {
    this.left += 1;
    this.room = null;
  }
}

/** stateOf is a room as the session holds it, as far as the TV looks at it. */
function stateOf(shown: Room, plays = false): RoomState {
  return { code: shown.code, room: shown, me: plays ? { plays } : null } as unknown as RoomState;
}

async function end(tv: Tv, session: FakeSession) {
  session.room = stateOf(room(tv.code ?? "", Phase.ENDED));
  tv.follow();
  await vi.advanceTimersByTimeAsync(0);
}

test("the result of a race is shown for a while, then the next race", async () => {
  const session = new FakeSession();
  const tv = new Tv(session);
  tv.offer([room("FIRSTA"), room("SECOND")]);
  await vi.advanceTimersByTimeAsync(0);
  await end(tv, session);
  expect([tv.code, tv.ended]).toEqual(["FIRSTA", true]);
  await vi.advanceTimersByTimeAsync(resultMs);
  expect([tv.code, tv.ended]).toEqual(["SECOND", false]);
});

test("a list with a race that has just been shown does not bring it back", async () => {
  const session = new FakeSession();
  const tv = new Tv(session);
  tv.offer([room("FIRSTA")]);
  await vi.advanceTimersByTimeAsync(0);
  await end(tv, session);
  await vi.advanceTimersByTimeAsync(resultMs);
  tv.offer([room("FIRSTA")]);
  expect([tv.code, tv.resting, session.entered]).toEqual(["FIRSTA", true, ["FIRSTA"]]);
  tv.offer([room("THIRDA"), room("FIRSTA")]);
  expect(tv.code).toBe("THIRDA");
});

test("a room that cannot be entered is not tried for ever; after a broken connection it is", async () => {
  const session = new FakeSession();
  const tv = new Tv(session);
  session.fault = { reason: Reason.UNSPECIFIED, text: "" };
  tv.offer([room("FIRSTA")]);
  await vi.advanceTimersByTimeAsync(0);
  session.fault = { reason: Reason.ROOM_ENDED, text: "" };
  tv.offer([room("FIRSTA")]);
  await vi.advanceTimersByTimeAsync(0);
  tv.offer([room("FIRSTA")]);
  expect([tv.code, session.entered]).toEqual([null, ["FIRSTA", "FIRSTA"]]);
});

test("who has a seat in a room is left there", async () => {
  const session = new FakeSession();
  session.room = stateOf(room("MYRACE"), true);
  const tv = new Tv(session);
  tv.offer([room("FIRSTA")]);
  tv.off(false);
  expect([tv.code, session.entered, session.left]).toEqual([null, [], 0]);
});

test("off leaves the room, unless it is looked at elsewhere", async () => {
  for (const keep of [false, true]) {
    const session = new FakeSession();
    const tv = new Tv(session);
    tv.offer([room("FIRSTA")]);
    await vi.advanceTimersByTimeAsync(0);
    tv.off(keep);
    expect(session.left).toBe(keep ? 0 : 1);
  }
});
