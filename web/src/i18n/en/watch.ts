import { pluralIn } from "../plural";

const plural = pluralIn("en");
const cardsHome = (n: number): string => plural(n, { one: "# card home", other: "# cards home" });
const points = (n: number): string => plural(n, { one: "# point", other: "# points" });

export const watch = {
  title: "Live",
  intro: "Rooms that anybody may join or watch.",
  rooms: "Open rooms",
  empty: "No room is open right now.",
  emptyHint: "Make one and let it be listed: whoever comes by can join in or watch.",
  create: "New room",
  failed: "The list of rooms could not be loaded.",
  stale: "The server does not answer. This list may be out of date.",
  lobby: "In the lobby",
  countdown: "About to start",
  justStarted: "Just started",
  racingFor: (minutes: number) =>
    plural(minutes, { one: "Racing for # minute", other: "Racing for # minutes" }),
  seats: (taken: number, all: number) => `${taken} of ${plural(all, { one: "# seat", other: "# seats" })}`,
  watchers: (n: number) => plural(n, { one: "# watching", other: "# watching" }),
  nobody: "Nobody yet",
  join: "Join",
  watch: "Watch",
  goBack: "Go back",
  /** What a link does, for those who hear it without the room around it. */
  roomOf: (action: string, code: string) => `${action}: room ${code}`,

  tv: "On now",
  tvOpen: "Open this race",
  tvEntering: "Tuning in…",
  tvOver: "The race is over",
  tvNext: "The next race follows in a moment.",
  tvLast: "No other race is on. The next one will be shown here.",
  yourRace: "You have a seat in a room. Other races are shown here again when you are done.",

  waiting: "The boards appear here when the race starts.",
  noBoard: "No board yet",
  delayed: (seconds: number) => plural(seconds, { one: "# second behind", other: "# seconds behind" }),
  board: (name: string) => `${name}'s board`,
  enlarge: (name: string) => `Enlarge ${name}'s board`,
  allBoards: "All boards",
  others: "The other boards",
  keys: "Keys 1 to 9 enlarge a board, 0 shows all of them.",
  place: (n: number) => `Place ${n}`,
  points,
  cardsHome,
  lastMove: (time: string) => `last move at ${time}`,
  noMoves: "no move yet",
  standing: (name: string, place: number, home: number, score: number) =>
    `${name}: place ${place}, ${cardsHome(home)}, ${points(score)}`,
};
