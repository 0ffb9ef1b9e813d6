import { describe, expect, test } from "vitest";
import { readDealCode, readDestination } from "./deal_code";

describe("readDealCode", () => {
  test.each([
    ["TF1-D1N-AAAAAAB", "TF1-D1N", "TF"],
    ["TF1-D3N-ZZZZZZZ", "TF1-D3N", "TF"],
    ["FC1-C4-AAAAAKH", "FC1-C4", "FC"],
    ["FC1-C0-AAAAAKH", "FC1-C0", "FC"],
    ["KL1-D1P3-AAAABCD", "KL1-D1P3", "KL"],
    ["KL1-D3N-CHQWENRTYUIOP", "KL1-D3N", "KL"],
  ])("%s is a code that the server takes: it must not be called wrong", (code, variant, game) => {
    expect(readDealCode(code)).toEqual({ ok: true, code, variant, game });
  });

  test("spaces around a code and small letters are no mistake", () => {
    expect(readDealCode("  kl1-d3n-aaaaaab\n")).toMatchObject({ ok: true, code: "KL1-D3N-AAAAAAB" });
  });

  test.each([
    ["KL1-D3N", "parts"],
    ["KL1-D3N-AAAAAAB-X", "parts"],
    ["XX1-D3N-AAAAAAB", "game"],
    ["KL2-D3N-AAAAAAB", "game"],
    ["TF1-D1P3-AAAAAAB", "options"],
    ["FC1-C5-AAAAAAB", "options"],
    ["FC1-D1N-AAAAAAB", "options"],
    ["KL1-D2N-AAAAAAB", "options"],
    ["KL1-D3N-AAAAAA1", "letters"],
    ["KL1-D3N-AAAAAAı", "letters"],
    ["KL1-D3N-AAAAAB", "length"],
    ["FC1-C4-CHQWENRTYUIOP", "length"],
    ["KL1-D3N-AAAAAAA", "zero"],
    ["KL1-D3N-AAAAAAAAAAAAB", "long"],
  ])("%s: the part that is wrong is named, not another", (code, problem) => {
    expect(readDealCode(code)).toMatchObject({ ok: false, problem });
  });
});

describe("readDestination", () => {
  test.each([
    ["bktwrn", "BKTWRN"],
    [" BKTWRN ", "BKTWRN"],
    ["https://example.org/r/bktwrn", "BKTWRN"],
    ["https://example.org/r/BKTWRN/watch", "BKTWRN"],
  ])("%s leads to the room, as a pasted link must too", (text, code) => {
    expect(readDestination(text)).toEqual({ kind: "room", code });
  });

  test("a hyphen makes it a deal code, right or wrong", () => {
    expect(readDestination("FC1-C4-AAAAAKH")).toMatchObject({ kind: "deal", deal: { ok: true } });
    expect(readDestination("FC1-C9-AAAAAKH")).toMatchObject({ kind: "deal", deal: { ok: false } });
  });

  test.each(["BKTWR", "BKTWRNX", "BKT123", "https://example-site.org/x"])("%s leads nowhere", (text) => {
    expect(readDestination(text)).toEqual({ kind: "unknown" });
  });

  test("an empty field is no mistake yet", () => {
    expect(readDestination("  ")).toEqual({ kind: "nothing" });
  });
});
