import { expect, test } from "vitest";
import type { Answered } from "../account/calls";
import { Reason } from "../wire/codes_pb";
import { Loaded } from "./loaded.svelte";

function waiting() {
  const answers: ((answer: Answered<string>) => void)[] = [];
  return { answers, loaded: new Loaded(() => new Promise<Answered<string>>((give) => answers.push(give))) };
}

test("the answer to what was asked first does not replace that to what was asked last", async () => {
  const { answers, loaded } = waiting();
  const all = [loaded.load(), loaded.load()];
  answers[1]?.({ value: "last" });
  answers[0]?.({ value: "first" });
  await Promise.all(all);
  expect(loaded.value).toBe("last");
});

test("a failure leaves what was there, and the next attempt clears it", async () => {
  const { answers, loaded } = waiting();
  const first = loaded.load();
  answers[0]?.({ value: "there" });
  await first;
  const second = loaded.load();
  answers[1]?.({ fault: { reason: Reason.BUSY, text: "" } });
  await second;
  expect([loaded.value, loaded.fault?.reason]).toEqual(["there", Reason.BUSY]);
  void loaded.load();
  expect(loaded.fault).toBeNull();
});

test("what comes for a player who is not there any more is not shown", async () => {
  const { answers, loaded } = waiting();
  const asked = loaded.load();
  loaded.forget();
  answers[0]?.({ value: "late" });
  await asked;
  expect(loaded.value).toBeNull();
});
