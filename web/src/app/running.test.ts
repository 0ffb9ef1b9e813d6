import { expect, test } from "vitest";
import { forgetRunningRoom, runningRoom } from "./running.svelte";

test("what is kept under the key is a room's code or nothing: it goes into an address", () => {
  const kept = new Map([["samedeal.running", "../evil"]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  expect(runningRoom(storage)).toBeNull();
  kept.set("samedeal.running", "BKTWRN");
  expect(runningRoom(storage)).toBe("BKTWRN");
  forgetRunningRoom(storage);
  expect(runningRoom(storage)).toBeNull();
});
