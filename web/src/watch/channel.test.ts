import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { Phase, type Room, RoomSchema } from "../wire/room_pb";
import { nextChannel } from "./channel";

const nothing = new Set<string>();

function room(code: string, players: string[], watchers = 0, phase = Phase.RACING): Room {
  return create(RoomSchema, { code, phase, watchers, seats: players.map((player) => ({ player })) });
}

test("only a race that is on is shown", () => {
  const rooms = [room("LOBBYA", ["a", "b"], 9, Phase.LOBBY), room("COUNTA", ["a", "b"], 9, Phase.COUNTDOWN)];
  expect(nextChannel(rooms, null, nothing)).toBeNull();
});

test("the most watched comes first, and among equals the newest", () => {
  const rooms = [room("NEWEST", ["a", "b"], 1), room("WATCHD", ["c", "d"], 3), room("OLDEST", ["e", "f"], 1)];
  expect(nextChannel(rooms, null, nothing)).toBe("WATCHD");
  expect(nextChannel(rooms, null, new Set(["WATCHD"]))).toBe("NEWEST");
});

test("somebody alone is shown only when nobody races another", () => {
  const rooms = [room("ALONEA", ["a"], 5), room("RACEAB", ["b", "c"])];
  expect(nextChannel(rooms, null, nothing)).toBe("RACEAB");
  expect(nextChannel(rooms.slice(0, 1), null, nothing)).toBe("ALONEA");
});

test("a race of the player's own is never watched: entering it would take the seat again", () => {
  expect(nextChannel([room("MYRACE", ["me", "b"])], "me", nothing)).toBeNull();
});
