import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFault } from "../net/api";
import { type AnalyseSeatResponse, AnalyseSeatResponseSchema } from "../wire/analysis_pb";
import { Reason } from "../wire/codes_pb";
import { Analysis } from "./analysis.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const stage = (progress: number, done = false): AnalyseSeatResponse =>
  create(AnalyseSeatResponseSchema, { progress, done });
const busy = () => new ApiFault({ reason: Reason.BUSY, text: "busy" }, false);

test("it asks ever less often, each time more than half a second and at most five seconds later", async () => {
  const asked: number[] = [];
  const analysis = new Analysis(async () => {
    asked.push(Date.now());
    return stage(asked.length * 50, asked.length === 12);
  });
  void analysis.start();
  await vi.advanceTimersByTimeAsync(60_000);
  const pauses = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
  expect(asked.length).toBe(12);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], pauses.at(-1)]).toEqual([700, 5_000]);
  expect([analysis.found?.done, analysis.progress]).toEqual([true, 0.55]);
});

test("progress never goes back", async () => {
  const told = [400, 100];
  const analysis = new Analysis(async () => stage(told.shift() ?? 100));
  void analysis.start();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(analysis.progress).toBe(0.4);
  analysis.stop();
});

test("once stopped it asks no more, and what comes back then is left alone", async () => {
  let asked = 0;
  let answer = (_: AnalyseSeatResponse) => {};
  const analysis = new Analysis(() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  void analysis.start();
  analysis.stop();
  answer(stage(1_000, true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, analysis.found]).toEqual([1, null]);
});

test("stopped in a pause and started again, only one of them asks", async () => {
  let asked = 0;
  const analysis = new Analysis(async () => {
    asked += 1;
    return stage(10);
  });
  void analysis.start();
  await vi.advanceTimersByTimeAsync(100);
  analysis.stop();
  void analysis.start();
  void analysis.start();
  await vi.advanceTimersByTimeAsync(700);
  expect(asked).toBe(3);
  analysis.stop();
});

test("a fault is kept until it is tried again", async () => {
  const answers = [() => Promise.reject(busy()), async () => stage(1_000, true)];
  const analysis = new Analysis(() => answers.shift()?.() ?? Promise.reject(busy()));
  await analysis.start();
  expect([analysis.fault?.reason, analysis.found]).toEqual([Reason.BUSY, null]);
  await analysis.start();
  expect([analysis.fault, analysis.found?.done]).toEqual([null, true]);
  await analysis.start();
  expect(answers).toEqual([]);
});
