import { expect, test } from "vitest";
import { refusesToken } from "../net/close";
import { Close } from "../wire/codes_pb";
import { banOf, stopNotice } from "./connection";

test("a tab that was taken over offers to play here, and never reloads by itself", () => {
  expect(stopNotice(Close.TAKEN_OVER)).toEqual({
    text: "takenOver",
    action: "playHere",
    remedy: "reconnect",
  });
});

test("an old client is told to reload: to reconnect would be refused for ever", () => {
  expect(stopNotice(Close.TOO_OLD).remedy).toBe("reload");
});

test("a code from a newer server has something to press", () => {
  expect(stopNotice(4999)).toEqual({ text: "failed", action: null, remedy: "reload" });
});

test("who is banned may try again when the ban is over, as the same player", () => {
  expect(stopNotice(Close.BANNED)).toEqual({ text: "banned", action: "tryNow", remedy: "reconnect" });
  expect(refusesToken(Close.BANNED)).toBe(false);
});

test("a ban's end is read as a time, and why as it was typed", () => {
  const untilMs = Date.UTC(2026, 2, 8, 12);
  expect(banOf("banned until 2026-03-08T12:00:00Z")).toEqual({ untilMs, why: "" });
  expect(banOf("banned until 2026-03-08T12:00:00Z: the name: again")).toEqual({
    untilMs,
    why: "the name: again",
  });
  expect(banOf("banned for good: until you ask")).toEqual({ untilMs: null, why: "until you ask" });
  for (const other of ["", "banned", "banned until tomorrow", "the player is banned"]) {
    expect(banOf(other)).toBeNull();
  }
});
