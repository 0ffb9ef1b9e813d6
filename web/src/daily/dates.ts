// Dates are days in UTC, such as 2026-11-30, and months such as 2026-11: as the service writes them.

const dayMs = 86_400_000;

const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** dateOf is the day of an instant in Unix milliseconds. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** isDate tells whether there is such a day: 2026-02-30 is none. */
export function isDate(date: string): boolean {
  const start = startOf(date);
  return !Number.isNaN(start) && dateOf(start) === date;
}

/** dailyPath is the address of a day's challenges, at an instant of the server's clock. */
export const dailyPath = (date: string, now: number): string =>
  date === dateOf(now) ? "/daily" : `/daily/${date}`;

export const addDays = (date: string, days: number): string => dateOf(startOf(date) + days * dayMs);

export const monthOf = (date: string): string => date.slice(0, 7);

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dateOf(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

/** weeksOf are a month's weeks, each of seven days of which those of other months are null. 0 is Sunday. */
export function weeksOf(month: string, firstWeekday: number): (string | null)[][] {
  const first = `${month}-01`;
  const before = (new Date(startOf(first)).getUTCDay() - firstWeekday + 7) % 7;
  const weeks: (string | null)[][] = [];
  let day = addDays(first, -before);
  while (day < first || monthOf(day) === month) {
    const week = Array.from({ length: 7 }, (_, i) => addDays(day, i));
    weeks.push(week.map((date) => (monthOf(date) === month ? date : null)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** firstWeekday is the day that a language's calendars begin with; 0 is Sunday. */
export const firstWeekday = (locale: string): number => (locale === "he" ? 0 : 1);

const inUtc = (locale: string, options: Intl.DateTimeFormatOptions, date: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(startOf(date));

/** longDate is "Monday, November 30, 2026" as the language writes it. */
export const longDate = (locale: string, date: string): string =>
  inUtc(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" }, date);

/** plainDate is the same without the day of the week. */
export const plainDate = (locale: string, date: string): string =>
  inUtc(locale, { day: "numeric", month: "long", year: "numeric" }, date);

export const monthName = (locale: string, month: string): string =>
  inUtc(locale, { month: "long", year: "numeric" }, `${month}-01`);

/** weekdays are the names above a calendar's columns, short and whole. */
export function weekdays(locale: string): { short: string; long: string }[] {
  // A week that begins on a Sunday.
  const sunday = "2026-11-01";
  return Array.from({ length: 7 }, (_, i) => {
    const day = addDays(sunday, (i + firstWeekday(locale)) % 7);
    return {
      short: inUtc(locale, { weekday: locale === "he" ? "narrow" : "short" }, day),
      long: inUtc(locale, { weekday: "long" }, day),
    };
  });
}
