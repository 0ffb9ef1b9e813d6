import { expect, test } from "vitest";
import { parseRoute } from "../app/router.svelte";
import { asksForAnalysis, ghostsPath, type Moment, type RowMoment, replayPath } from "./link";

const at = (path: string) => new URL(path, "https://samedeal.example");

const moments: Moment[] = [
  { code: "BKTWRN", seat: 0, ghost: null, step: 0 },
  { code: "BKTWRN", seat: 3, ghost: 0, step: 131 },
];

test.each(moments)("the address of $seat/$ghost/$step leads back to it", (moment) => {
  for (const analyse of [false, true]) {
    const url = at(replayPath(moment, { analyse }));
    expect(parseRoute(url)).toEqual({ page: "replay", ...moment });
    expect(asksForAnalysis(url.search)).toBe(analyse);
  }
});

const rows: RowMoment[] = [
  { board: "deal/KL1-D3N-AAAAAAB", player: "p1", ghost: null, step: 0 },
  { board: "daily/2026-11-30/FC1-C4", player: "p/1 &", ghost: "p=2", step: 7 },
];

test.each(rows)("the address of $player on $board leads back to it", (moment) => {
  expect(parseRoute(at(ghostsPath(moment)))).toEqual({ page: "ghosts", ...moment });
});
