import { readDealCode } from "../app/deal_code";
import { isDate, monthOf } from "../daily/dates";
import { firstOf, mondayIn, type Span, weekOf } from "./spans";

/** Which games stand on a board: races on secret deals, the daily challenge's, or those on one deal. */
export type Source = "races" | "daily" | "deal";

/** BoardId is what a board's id says. */
export interface BoardId {
  source: Source;
  /** A daily's board is never of all time, a deal's always. */
  span: Span;
  /** The first day of the span; "" of all time. */
  first: string;
  /** As a deal code begins: KL1-D3N. */
  variant: string;
  /** The deal's code; "" on boards of other sources. */
  deal: string;
}

const kinds: Record<"races" | "daily", Partial<Record<Span, string>>> = {
  races: { all: "all", month: "month", week: "week", day: "day" },
  daily: { month: "daily-month", week: "daily-week", day: "daily" },
};

/** writeBoardId writes the id in its one form. */
export function writeBoardId({ source, span, first, variant, deal }: BoardId): string {
  if (source === "deal") return `deal/${deal}`;
  const window = span === "month" ? monthOf(first) : span === "week" ? weekOf(first) : first;
  return [kinds[source][span] ?? kinds[source].day, window, variant].filter(Boolean).join("/");
}

/** readBoardId gives null for what is no board's id, or not in its one form. */
export function readBoardId(id: string): BoardId | null {
  const read = readParts(id.split("/"));
  return read && writeBoardId(read) === id ? read : null;
}

function readParts([kind = "", ...rest]: string[]): BoardId | null {
  const last = rest.at(-1) ?? "";
  if (kind === "deal") {
    const code = readDealCode(last);
    return code.ok
      ? { source: "deal", span: "all", first: "", variant: code.variant, deal: code.code }
      : null;
  }
  const code = readDealCode(`${last}-AAAAAAB`);
  if (!code.ok || code.variant !== last) return null;
  for (const source of ["races", "daily"] as const) {
    for (const [span, name] of Object.entries(kinds[source]) as [Span, string][]) {
      if (name !== kind) continue;
      const first = firstIn(span, rest);
      return first === null ? null : { source, span, first, variant: last, deal: "" };
    }
  }
  return null;
}

function firstIn(span: Span, [window = ""]: string[]): string | null {
  if (span === "all") return "";
  if (span === "week") return mondayIn(window);
  const first = span === "month" ? `${window}-01` : window;
  return isDate(first) ? first : null;
}

/** isOfSums tells whether a board's rows are sums of several days, which no single game stands behind. */
export const isOfSums = ({ source, span }: BoardId): boolean => source === "daily" && span !== "day";

/** withSpan is the board of another span: of the one that is now where it is within what was shown. */
export function withSpan(board: BoardId, span: Span, today: string): BoardId {
  const shownNow = board.first === "" || firstOf(board.span, today) === board.first;
  return { ...board, span, first: firstOf(span, shownNow ? today : board.first) };
}

/** ofRaces, ofDaily and ofDeal are the boards with which the choice among those of a source begins. */
export const ofRaces = (variant: string): BoardId => ({
  source: "races",
  span: "all",
  first: "",
  variant,
  deal: "",
});

export const ofDaily = (variant: string, date: string): BoardId => ({
  source: "daily",
  span: "day",
  first: date,
  variant,
  deal: "",
});

export const ofDeal = (code: string, variant: string): BoardId => ({
  source: "deal",
  span: "all",
  first: "",
  variant,
  deal: code,
});
