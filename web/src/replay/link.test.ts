import { expect, test } from "vitest";
import { parseRoute } from "../app/router.svelte";
import { type Moment, replayPath } from "./link";

const moments: Moment[] = [
  { code: "BKTWRN", seat: 0, ghost: null, step: 0 },
  { code: "BKTWRN", seat: 3, ghost: 0, step: 131 },
];

test.each(moments)("the address of $seat/$ghost/$step leads back to it", (moment) => {
  const url = new URL(replayPath(moment), "https://samedeal.example");
  expect(parseRoute(url)).toEqual({ page: "replay", ...moment });
});
