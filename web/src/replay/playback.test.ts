import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import type { Room } from "../wire/room_pb";
import { GetReplayResponseSchema } from "../wire/services_pb";
import type { Film } from "./film.svelte";
import { Playback } from "./playback.svelte";
import { seatFilm } from "./sources";

/** filmOf is a film whose pages have the given size; load brings all of them. */
function filmOf(atMs: readonly number[], pageSize = 500): Film<Room> {
  const getReplay = async (_code: string, _seat: number, from: number) =>
    create(GetReplayResponseSchema, {
      steps: atMs.slice(from, from + pageSize).map((at) => ({ atMs: at })),
      total: atMs.length,
    });
  return seatFilm({ api: { getReplay }, token: "", forget: () => {} }, "BKTWRN", 0);
}

async function loaded(...games: number[][]) {
  const films = games.map((game) => filmOf(game));
  for (const film of films) await film.load();
  return { films, playback: new Playback(() => films) };
}

test("an address names a step that is not loaded yet: it is gone to when it comes", async () => {
  const film = filmOf([0, 100, 200, 300, 400, 500], 2);
  const playback = new Playback(() => [film]);
  playback.seekStep(4);
  expect(playback.at).toBe(0);
  await film.load();
  playback.arrive();
  expect(playback.stepOf(film)).toBe(4);
});

test("a step beyond the last is the last, and is not waited for any more", async () => {
  const { films, playback } = await loaded([0, 100, 200]);
  playback.seekStep(99);
  expect(films.map((film) => playback.stepOf(film))).toEqual([2]);
  playback.seekTime(0);
  playback.arrive();
  expect(playback.at).toBe(0);
});

test("it stops at the end, and plays from the start again", async () => {
  const { playback } = await loaded([0, 100, 200]);
  playback.toggle();
  playback.run(150);
  expect(playback.playing).toBe(true);
  playback.run(150);
  expect([playback.at, playback.playing]).toEqual([200, false]);
  playback.toggle();
  expect([playback.at, playback.playing]).toEqual([0, true]);
});

test("a minute in the background is not made up for", async () => {
  const { playback } = await loaded([0, 30_000, 60_000]);
  playback.setSkipPauses(false);
  playback.toggle();
  playback.run(60_000);
  expect(playback.at).toBeLessThan(1_000);
});

test("with two games it ends with the longer one, and each stands at its own step", async () => {
  const { films, playback } = await loaded([0, 100], [0, 50, 900]);
  playback.seekTime(500);
  expect(films.map((film) => playback.stepOf(film))).toEqual([1, 1]);
  expect(playback.atEnd).toBe(false);
  playback.forward();
  expect([playback.at, playback.atEnd]).toEqual([900, true]);
});
