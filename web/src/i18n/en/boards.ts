import { pluralIn } from "../plural";

const plural = pluralIn("en");
const count = (n: number): string => plural(n, { other: "#" });

/** Leaderboards. */
export const boards = {
  show: "Which results",
  parts: { all: "All", friends: "Friends", around: "Around me" },
  rankedBy: "Ranked by",
  /** The columns' heads. */
  place: "Place",
  player: "Player",
  percentile: "Percentile",
  game: "Game",
  you: "you",
  /** For who has deleted their account. */
  loading: "Loading the board…",

  counted: (ranked: number, won: number): string =>
    `${plural(ranked, { one: "# player", other: "# players" })}, ${plural(won, { other: "# won" })}`,
  endings: { home: "Won", resigned: "Resigned", timeUp: "Time up" },
  moves: (n: number): string => plural(n, { one: "# move", other: "# moves" }),
  points: (n: number): string => plural(n, { one: "# point", other: "# points" }),
  daysWon: (won: number, days: number): string =>
    plural(days, { one: `${won} of # day won`, other: `${won} of # days won` }),
  /** How many in a hundred of the others are not better. */
  inPercentile: (n: number): string => `percentile ${n}`,
  knownDeal: "deal known before",
  watchGame: (name: string): string => `Watch ${name}’s game`,

  rows: (from: number, to: number, all: number): string => `${count(from)} to ${count(to)} of ${count(all)}`,
  pages: "Pages of the board",
  top: "To the top",
  previous: "Previous",
  next: "Next",

  none: "Nobody stands on this board yet.",
  noFriends: "Neither you nor any of your friends stand on this board yet.",
  notAround: "You do not stand on this board yet.",
  yourFriends: "Your friends",

  lead: "Each player stands here once, with their best game.",
  source: "Kind",
  sources: { races: "Races", daily: "Daily", deal: "One deal" },
  /** What counts on a board. */
  hints: {
    races: "Races whose deal nobody could know before.",
    daily: "One attempt each, all at the same deal.",
    sums: "The sum of each player’s daily challenges.",
    deal: "All races on this deal, ever. Who could know it before is marked.",
  },
  span: "Time",
  spans: { all: "All time", month: "Month", week: "Week", day: "Day" },
  now: { month: "This month", week: "This week", day: "Today" },
  before: "The time before",
  after: "The time after",
  toDate: "To another date",
  dealHint: "It is told at the end of a race.",
  showDeal: "Show its board",
  askDeal: "Enter a deal’s code to see who played it best.",
  raceOnDeal: "Race on this deal",
  toDaily: "To the challenge",
};
