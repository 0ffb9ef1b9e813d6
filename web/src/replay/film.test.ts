import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { type Api, ApiFault } from "../net/api";
import { Reason } from "../wire/codes_pb";
import type { Room } from "../wire/room_pb";
import { type GetReplayResponse, GetReplayResponseSchema } from "../wire/services_pb";
import { Film } from "./film.svelte";
import { seatFilm } from "./sources";

function page(from: number, count: number, total: number): GetReplayResponse {
  const steps = Array.from({ length: count }, (_, i) => ({ word: "n", atMs: (from + i) * 100 }));
  return create(GetReplayResponseSchema, { room: { code: "BKTWRN" }, steps, total });
}

/** reading is somebody unknown who asks a service for pages. */
const reading = (getReplay: Api["getReplay"]) => ({ api: { getReplay }, token: "", forget: () => {} });

test("pages follow each other until all steps are there", async () => {
  const asked: number[] = [];
  const film = seatFilm(
    reading(async (_code, _seat, from) => {
      asked.push(from);
      return page(from, Math.min(500, 1_234 - from), 1_234);
    }),
    "BKTWRN",
    1,
  );
  await film.load();
  expect(asked).toEqual([0, 500, 1000]);
  expect([film.steps.length, film.last, film.complete]).toEqual([1_234, 1_233, true]);
  expect(film.lane.at(-1)).toBe(123_300);
});

test("after a failure it goes on from where it was", async () => {
  let calls = 0;
  const film = seatFilm(
    reading(async (_code, _seat, from) => {
      calls += 1;
      if (calls === 2) throw new ApiFault({ reason: Reason.BUSY, text: "busy" }, false);
      return page(from, Math.min(500, 700 - from), 700);
    }),
    "BKTWRN",
    0,
  );
  await film.load();
  expect([film.fault?.reason, film.steps.length, film.complete]).toEqual([Reason.BUSY, 500, false]);
  await film.load();
  expect([film.fault, film.steps.length, film.complete]).toEqual([null, 700, true]);
});

test("a server that gives no more steps is not asked for ever", async () => {
  const film = seatFilm(
    reading(async (_code, _seat, from) => page(from, from === 0 ? 3 : 0, 9)),
    "BKTWRN",
    0,
  );
  await film.load();
  expect([film.steps.length, film.complete]).toEqual([3, false]);
});

test("a film that was stopped takes no further page", async () => {
  const film: Film<Room> = seatFilm(
    reading(async (_code, _seat, from) => {
      film.stop();
      return page(from, 500, 2_000);
    }),
    "BKTWRN",
    0,
  );
  await film.load();
  expect(film.steps.length).toBe(500);
});

test("a daily's replay is asked for with the newest token, and without one that is not taken", async () => {
  const tokens: string[] = [];
  let token = "old";
  const session = {
    ...reading(async (_code, _seat, from, given) => {
      tokens.push(given);
      if (given === "refused") throw new ApiFault({ reason: Reason.UNSPECIFIED, text: "who?" }, true);
      const next = page(from, 2, 6);
      token = from === 0 ? "refused" : "new";
      return next;
    }),
    get token() {
      return token;
    },
    forget: (refused: string) => {
      if (token === refused) token = "";
    },
  };
  const film = seatFilm(session, "BKTWRN", 0);
  await film.load();
  expect(tokens).toEqual(["old", "refused", "", "new"]);
  expect(film.complete).toBe(true);
});

test("where a better game has taken the row's place, that one is loaded from its start", async () => {
  const asked: number[] = [];
  const film = new Film(async (from) => {
    asked.push(from);
    const total = asked.length === 1 ? 6 : 4;
    return { ...page(from, 2, total), told: total };
  });
  await film.load();
  expect(asked).toEqual([0, 2, 0, 2]);
  expect([film.steps.length, film.told, film.complete]).toEqual([4, 4, true]);
  expect(film.lane).toEqual([0, 100, 200, 300]);
});
