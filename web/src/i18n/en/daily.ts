import { pluralIn } from "../plural";

const plural = pluralIn("en");
const count = (n: number): string => plural(n, { other: "#" });

/** The daily challenge: its page, its part of the start page, and the end of its races. */
export const daily = {
  title: "Daily challenge",
  lead: "Every day everybody plays the same deals, once each. All of them can be won.",
  /** The heading on the start page. */
  todays: "Today’s challenges",
  toPage: "Results",
  today: "Today",
  toToday: "To today’s challenges",
  dayBefore: "The day before",
  dayAfter: "The day after",
  nextIn: "Next deals in",
  isOver: "This day is over.",

  toCome: "This day is still to come",
  toComeText:
    "What it deals is fixed, but nobody gets to see it before its time. Good things are worth waiting for!",
  noSuchDay: "There is no such day",
  noSuchDayText: "An address of a day ends with a date, such as 2026-11-30.",
  none: "There were no challenges on this day.",
  failed: "The daily challenges could not be loaded.",

  played: (n: number, won: number): string =>
    n === 0
      ? "Nobody has finished it yet"
      : `Played by ${plural(n, { other: "#" })}, won by ${plural(won, { other: "#" })}`,
  begin: "Begin",
  goOn: "Go on",
  practise: "Practice",
  playDeal: "Play this deal",
  /** How a challenge stands for the player. */
  open: "Not played yet",
  running: "Your attempt is running",
  missed: "Not played",
  voided: "Taken out of the boards",
  endedOnly: "Your attempt has ended",
  wonIn: (time: string): string => `Won in ${time}`,
  endings: { resigned: "Resigned", timeUp: "Time up" },
  points: (n: number): string => plural(n, { one: "# point", other: "# points" }),
  placeOf: (place: number, of: number): string => `Place ${count(place)} of ${count(of)}`,
  percentile: (n: number): string => `percentile ${n}`,
  percentileHint: "How many in a hundred of the other results are not better than yours.",
  /** "FreeCell, 4 cells: begin". */
  actionOn: (action: string, game: string): string => `${action}: ${game}`,

  confirmTitle: "Begin your attempt?",
  confirm: [
    "You have one ranked attempt at this deal.",
    "It starts after three seconds. Its clock runs on, with the page open or not, until you have finished, resigned, or 60 minutes are over.",
  ],
  confirmBegin: "Begin now",
  newDay: "A new day has begun. Here are its challenges.",

  board: "Results",
  boardOf: "Game",
  wholeBoard: "All leaderboards",

  share: "Share",
  copied: "The result has been copied",
  notCopied: "It could not be copied.",
  shareHead: (date: string): string => `Samedeal daily challenge, ${date}`,
  shareWon: (game: string, time: string, points: string): string => `${game}: won in ${time}, ${points}`,
  shareLost: (game: string, points: string): string => `${game}: not won, ${points}`,
  sharePlace: (place: number, of: number, percentile: number): string =>
    `Place ${count(place)} of ${count(of)}, percentile ${percentile}`,
  shareStreak: (days: number): string => plural(days, { one: "Streak: # day", other: "Streak: # days" }),

  streak: "Streak",
  streakDays: (n: number): string => plural(n, { one: "# day in a row", other: "# days in a row" }),
  streakNone: "No streak at the moment",
  longest: (n: number): string => plural(n, { one: "Longest: # day", other: "Longest: # days" }),
  wonToday: "Today is won: the streak goes on.",
  notWonToday: "Win any challenge today to go on with it.",
  beginStreak: "Win any challenge today to begin one.",
  daysEnd: (offset: string, utc: string): string =>
    offset === "UTC"
      ? "Your days end at midnight UTC."
      : `Your days end at midnight by ${offset}: at ${utc} UTC.`,
  setDaysEnd: "Set when your days end",
  offsetTitle: "When do your days end?",
  offsetText:
    "A streak counts days by your clock, whose midnight may not be that of UTC. The challenges change at midnight UTC for everybody all the same.",
  offsetOnce: "This can be set only once.",
  offsetLabel: "Your clock",
  /** Beside the offset that is suggested. */
  ofDevice: (offset: string): string => `${offset}, as this device says`,
  offsetSet: "Set it for good",

  calendar: "Calendar",
  monthBefore: "The month before",
  monthAfter: "The month after",
  marks: { won: "won", played: "played", missed: "missed", voided: "taken out", open: "open" },
  /** A day of the calendar: "November 30, 2026: FreeCell won, Klondike missed". */
  dayOf: (date: string, entries: readonly string[]): string =>
    entries.length === 0 ? date : `${date}: ${entries.join(", ")}`,
  entryOf: (game: string, mark: string): string => `${game} ${mark}`,
  calendarNobody: "What you play is marked here.",
  calendarFailed: "The calendar could not be loaded.",

  commitments: "Tomorrow’s deals are fixed already",
  commitmentsText:
    "These are the fingerprints (SHA-256) of tomorrow’s deals, each with a secret. When that day is over, deals and secrets are told, and everybody can check that nothing was changed.",

  /** In the room of an attempt. */
  practice: "Practice",
  notRanked: "Practice: it is not ranked.",
  dealing: "The cards are being dealt…",
  backToDay: "To the daily challenge",
  ranking: "Your place is being worked out…",
  notPlayed:
    "This is somebody else’s attempt at the daily challenge. You can see it once your own has ended, or the day is over.",
  notPlayedReplay:
    "This is a game of the daily challenge. You can see it once your own attempt has ended, or the day is over.",
  anotherDay: "The deal of this daily challenge is told when its day is over.",
};
