import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import type { Api } from "../net/api";
import { GetRowReplayResponseSchema } from "../wire/boards_pb";
import { ReplayStepSchema } from "../wire/services_pb";
import { Playback } from "./playback.svelte";
import { lineFilm, rowFilm } from "./sources";

const steps = (...atMs: number[]) => atMs.map((at) => create(ReplayStepSchema, { word: "n", atMs: at }));

test("a row's game comes in pages, with whose it is", async () => {
  const asked: unknown[] = [];
  const call = async (_: unknown, request: { from: number }) => {
    asked.push(request);
    const row = { player: "p1", name: "Ana", place: 2 };
    return create(GetRowReplayResponseSchema, {
      row,
      variant: "KL1-D3N",
      steps: steps(request.from * 10, request.from * 10 + 10),
      total: 4,
    });
  };
  const api = { call } as unknown as Api;
  const film = rowFilm({ api, token: "t", forget: () => {} }, "deal/KL1-D3N-AAAAAAB", "p1");
  await film.load();
  const request = { token: "t", board: "deal/KL1-D3N-AAAAAAB", player: "p1" };
  expect(asked).toEqual([
    { ...request, from: 0 },
    { ...request, from: 2 },
  ]);
  expect([film.complete, film.told?.variant, film.told?.row.name]).toEqual([true, "KL1-D3N", "Ana"]);
});

test("a line begins where the game stood, on the game's clock, and goes on at an even pace", () => {
  const game = { steps: steps(0, 500, 4_000, 9_000), lane: [0, 500, 4_000, 9_000] };
  const film = lineFilm(game, 2, steps(0, 0, 0));
  expect(film.lane).toEqual([0, 500, 4_000, 5_000, 6_000, 7_000]);
  expect([film.complete, film.last]).toEqual([true, 5]);
  const playback = new Playback(() => [film]);
  playback.seekTime(4_500);
  expect(playback.stepOf(film)).toBe(2);
});
