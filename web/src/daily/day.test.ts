import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ApiFault } from "../net/api";
import { Reason } from "../wire/codes_pb";
import { type GetDailyRequest, type GetDailyResponse, GetDailyResponseSchema } from "../wire/daily_pb";
import { Day, startDaily } from "./day.svelte";

/** waiting is a service whose answers are given one by one. */
function waiting() {
  const calls: {
    request: GetDailyRequest;
    resolve: (answer: GetDailyResponse) => void;
    reject: (error: Error) => void;
  }[] = [];
  const call = (_: unknown, request: GetDailyRequest) =>
    new Promise<GetDailyResponse>((resolve, reject) => calls.push({ request, resolve, reject }));
  return { calls, day: new Day({ api: { call }, token: "token", identify: async () => null } as never) };
}

const answer = (date: string, secondsLeft = 0) => create(GetDailyResponseSchema, { date, secondsLeft });

test("a late answer for the day before does not take the place of the day that is shown", async () => {
  const { calls, day } = waiting();
  const both = [day.load("2026-11-29"), day.load("2026-11-30")];
  calls[1]?.resolve(answer("2026-11-30", 60));
  calls[0]?.resolve(answer("2026-11-29"));
  await Promise.all(both);
  expect([day.answer?.date, day.loading]).toEqual(["2026-11-30", false]);
  expect(day.endsAt).toBeGreaterThan(performance.now());
});

test("what is shown of a day stays when it cannot be brought up to date; another day's does not", async () => {
  const { calls, day } = waiting();
  const first = day.load("");
  calls[0]?.resolve(answer("2026-11-30"));
  await first;
  const again = day.load("");
  calls[1]?.reject(new ApiFault({ reason: Reason.BUSY, text: "" }, false));
  await again;
  expect([day.answer?.date, day.fault?.reason]).toEqual(["2026-11-30", Reason.BUSY]);
  void day.load("2026-11-29");
  expect([day.answer, day.fault]).toEqual([null, null]);
});

test("a page that is left open asks once for the day that has begun, and hears that it is another", async () => {
  const { calls, day } = waiting();
  const first = day.load("");
  // At midnight and as the device wakes up at the same moment.
  expect(await day.refresh()).toBe(false);
  calls[0]?.resolve(answer("2026-11-30", 1));
  await first;
  const both = [day.refresh(), day.refresh()];
  expect(calls.map(({ request }) => request.date)).toEqual(["", ""]);
  calls[1]?.resolve(answer("2026-12-01", 86_400));
  expect(await Promise.all(both)).toEqual([true, false]);
  const same = day.refresh();
  calls[2]?.resolve(answer("2026-12-01", 86_300));
  expect(await same).toBe(false);
  const failed = day.refresh();
  calls[3]?.reject(new ApiFault({ reason: Reason.BUSY, text: "" }, false));
  expect([await failed, day.answer?.date]).toEqual([false, "2026-12-01"]);
});

test("an attempt is begun for the day that was shown, and no other", async () => {
  const requests: unknown[] = [];
  const call = async (_: unknown, request: unknown) => {
    requests.push(request);
    return { room: "BKTWRN" };
  };
  const session = { api: { call }, token: "token", identify: async () => null } as never;
  const attempt = { date: "2026-11-30", variant: "FC1-C4", practice: false };
  expect(await startDaily(session, attempt)).toEqual({ value: "BKTWRN" });
  expect(requests).toEqual([{ token: "token", ...attempt }]);
});
