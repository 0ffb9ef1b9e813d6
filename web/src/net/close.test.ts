import { describe, expect, it } from "vitest";
import { Close } from "../wire/codes_pb";
import { mustStop, refusesToken } from "./close";

describe("mustStop", () => {
  it("is what the protocol says of each code", () => {
    expect([4000, 4001, 4002, 4003, 4004].filter(mustStop)).toEqual([]);
    expect([4500, 4501, 4502, 4503, 4504, 4505, 4506, 4507].every(mustStop)).toBe(true);
  });

  it("is no for WebSocket's own codes, which mean that the connection is lost", () => {
    expect([1000, 1001, 1006, 1011].some(mustStop)).toBe(false);
  });

  it("splits codes that are not known at 4500", () => {
    expect([4499, 4999].map(mustStop)).toEqual([false, true]);
  });
});

describe("refusesToken", () => {
  it("tells the codes after which only a new guest can go on", () => {
    expect(refusesToken(Close.BAD_TOKEN) && refusesToken(Close.TOKEN_OVER)).toBe(true);
    expect(refusesToken(Close.TAKEN_OVER)).toBe(false);
  });
});
