import { addDays, addMonths, longDate, monthName, monthOf } from "../daily/dates";

/** A span of time that a board is of. */
export type Span = "all" | "month" | "week" | "day";

/** mondayOf is the first day of a date's ISO week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** weekOf is a date's ISO week, such as 2026-W49: a week belongs to the year that its Thursday is in. */
export function weekOf(date: string): string {
  const thursday = addDays(mondayOf(date), 3);
  const year = thursday.slice(0, 4);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}

/** mondayIn is the first day of an ISO week; null if there is no such week. */
export function mondayIn(week: string): string | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined) return null;
  // The fourth of January is always in the first week.
  const monday = addDays(mondayOf(`${year}-01-04`), 7 * (Number(number) - 1));
  return weekOf(monday) === week ? monday : null;
}

/** firstOf is the first day of the span that a date is in; "" of all time. */
export function firstOf(span: Span, date: string): string {
  if (span === "all") return "";
  if (span === "month") return `${monthOf(date)}-01`;
  return span === "week" ? mondayOf(date) : date;
}

/** shifted is the first day of the span that comes n spans later. */
export function shifted(span: Span, first: string, n: number): string {
  if (span === "all") return "";
  if (span === "month") return `${addMonths(monthOf(first), n)}-01`;
  return addDays(first, span === "week" ? 7 * n : n);
}

/** spanName is "November 2026", "November 30 – December 6, 2026" or "Monday, November 30, 2026". */
export function spanName(locale: string, span: Span, first: string): string {
  if (span === "all") return "";
  if (span === "month") return monthName(locale, monthOf(first));
  if (span === "day") return longDate(locale, first);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return format.formatRange(Date.parse(first), Date.parse(addDays(first, 6)));
}
