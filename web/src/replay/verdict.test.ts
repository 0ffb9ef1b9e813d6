import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { messages } from "../i18n/en";
import { AnalyseSeatResponseSchema, Winnable } from "../wire/analysis_pb";
import { marksOf } from "./marks";
import { verdict } from "./verdict";

const { YES, NO, UNDECIDED } = Winnable;

function said(start: Winnable, end: Winnable, steps: { lastWinnable?: number; firstLost?: number } = {}) {
  const found = create(AnalyseSeatResponseSchema, { done: true, start, end, ...steps });
  return { text: verdict(found, messages.analysis).join(" "), marks: marksOf(found).map(({ step }) => step) };
}

test("the last move before and the first after are told apart", () => {
  expect(said(YES, NO, { lastWinnable: 37, firstLost: 38 })).toEqual({
    text: "It could be won until move 37. Move 38 lost it.",
    marks: [37, 38],
  });
  expect(said(YES, NO, { lastWinnable: 0, firstLost: 1 }).text).toMatch(/^It could be won at the start\./);
});

test("a deal that cannot be won, and a game that still could be", () => {
  expect(said(NO, NO, { firstLost: 0 }).text).toBe("This deal cannot be won.");
  expect(said(YES, YES, { lastWinnable: 12 }).text).toBe("It could still be won at the end.");
});

// Nothing found is no proof: wherever the search gave up it says so, and calls nothing lost that may not be.
test.each([
  ["all of it", said(UNDECIDED, UNDECIDED), /^Undecided\. .*does not mean that there is none/],
  ["the end", said(YES, UNDECIDED, { lastWinnable: 9 }), /until move 9, perhaps longer.*does not mean/],
  ["the start", said(UNDECIDED, NO, { firstLost: 20 }), /undecided\. From move 20 on it was certainly lost/],
  [
    "the middle",
    said(YES, NO, { lastWinnable: 9, firstLost: 20 }),
    /until move 9, perhaps longer.*From move 20.*undecided/,
  ],
] as const)("undecided, %s, is not impossible", (_, { text }, words) => {
  expect(text).toMatch(words);
  expect(text).not.toMatch(/cannot|lost it/);
});
