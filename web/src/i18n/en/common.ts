import type { DealProblem } from "../../app/deal_code";
import type { GameId } from "../../table/table";
import { Reason } from "../../wire/codes_pb";
import { pluralIn } from "../plural";

const plural = pluralIn("en");

const faults: Record<Reason, string> = {
  [Reason.UNSPECIFIED]: "The server could not be reached. Check your connection and try again.",
  [Reason.NO_SUCH_ROOM]: "There is no room with this code. Check its six letters.",
  [Reason.BAD_FIELD]: "One of the choices is not possible.",
  [Reason.BAD_DEAL_CODE]: "There is no deal with this code.",
  [Reason.BAD_NAME]: "This name cannot be used. Take 1 to 24 visible characters.",
  [Reason.NOT_OWNER]: "Only the room’s owner can do that.",
  [Reason.NOT_IN_ROOM]: "You are not in this room any more.",
  [Reason.NOT_YOUR_SEAT]: "This seat is somebody else’s.",
  [Reason.NOT_STARTED]: "The race has not started yet.",
  [Reason.ALREADY_STARTED]: "The race has started already, so its seats are fixed.",
  [Reason.SEAT_ENDED]: "Your race is over.",
  [Reason.ROOM_ENDED]: "This room has ended.",
  [Reason.ROOM_FULL]: "All seats are taken. You can still watch.",
  [Reason.RACING_ELSEWHERE]: "You are still racing in another room. Finish or resign there first.",
  [Reason.MOVE_BUDGET]: "All the moves of this seat are used up. You can still undo, or resign.",
  [Reason.BUSY]: "The server is busy. Nothing was done; try again in a moment.",
  [Reason.TOO_MANY]: "That was too often in a short time. Wait a little and try again.",
  [Reason.KICKED]: "The owner has removed you from this room.",
  [Reason.INTERNAL]: "Something failed on the server. Try again in a moment.",
  [Reason.NOT_ENDED]: "This race is not over yet.",
  [Reason.BAD_DEVICE_CODE]: "This code is not good, or not any more. Have the other device show a new one.",
  [Reason.BANNED]: "You are banned here, and cannot play.",
  [Reason.BAD_INVITATION]: "This invitation is not good, or not any more. Ask for a new one.",
  [Reason.NO_SUCH_BOARD]: "There is no such leaderboard.",
  [Reason.NO_SUCH_ROW]: "There is no such result on this board.",
  [Reason.NOT_TODAY]: "This challenge is not today’s.",
  [Reason.NOT_PLAYED]: "You see others’ games once you have ended your own.",
  [Reason.SET_ALREADY]: "This can be set only once.",
};

const dealOptions: Record<GameId, string> = {
  TF: "D1N or D3N",
  FC: "C4, C2 or C1",
  KL: "D1 or D3 followed by N, P1 or P3, such as D3N",
};

const dealProblems: Record<DealProblem, (game: GameId | null) => string> = {
  parts: () => "A deal code has three parts with hyphens between them, such as KL1-D3N-AAAAAAB.",
  game: () => "The first part names the game: TF1, FC1 or KL1.",
  options: (game) => `The middle part is not right for this game: it takes ${game ? dealOptions[game] : ""}.`,
  letters: () => "The last part, the deal’s number, has only the letters A to Z.",
  length: (game) =>
    game === "FC"
      ? "The last part, the deal’s number, has seven letters."
      : "The last part, the deal’s number, has seven letters, or thirteen.",
  zero: () => "Deals are counted from AAAAAAB; AAAAAAA is none.",
  long: () => "A number this small is written with its last seven letters only.",
};

export const common = {
  /** The product's name, the same in all languages. */
  samedeal: "Samedeal",
  loading: "Loading…",
  cancel: "Cancel",
  close: "Close",
  retry: "Try again",
  back: "Back",
  save: "Save",
  reload: "Reload",

  /** Stands for the name of who has deleted their account. */
  deletedPlayer: "Deleted player",
  /** A name for who has not chosen one. */
  guest: (n: number): string => `Ace ${n}`,
  /** The field for a player's own name, and what is wrong with one. */
  playerName: {
    label: "Your name",
    missing: "A name has at least one visible character.",
    tooLong: (n: number): string =>
      plural(n, {
        one: "That is # character too many: 24 are possible.",
        other: "That is # characters too many: 24 are possible.",
      }),
    characters: "This name has characters that cannot be shown, such as line breaks. Take them out.",
  },
  skip: "Skip to the content",
  nav: {
    label: "Site",
    home: "Home",
    daily: "Daily challenge",
    boards: "Leaderboards",
    live: "Watch live",
    rules: "Rules",
    settings: "Settings",
    profile: (name: string): string => `Your name: ${name}`,
  },
  language: "Language",
  languageFailed: "The language could not be loaded. Check your connection and try again.",

  /** The titles of the browser's tab. */
  titles: {
    home: "Race your friends at solitaire",
    create: "New race",
    solo: "New game alone",
    room: (code: string): string => `Room ${code}`,
    live: "Watch live",
    replay: (code: string): string => `Replay ${code}`,
    settings: "Settings",
    rules: "Rules",
    daily: "Daily challenge",
    boards: "Leaderboards",
    ghosts: "Two games side by side",
    profile: "Your profile",
    friend: "An invitation",
    missing: "Page not found",
  },

  faults,
  toThatRace: "Go to that race",
  dealProblem: (problem: DealProblem, game: GameId | null): string => dealProblems[problem](game),

  connection: {
    lost: "Connection lost.",
    retrying: "Trying again…",
    retryIn: (seconds: number): string =>
      plural(seconds, { one: "Trying again in # second.", other: "Trying again in # seconds." }),
    tryNow: "Try now",
    offline: "You are offline. Pages open, but races and live games need a connection.",
    takenOver: "You are playing in another tab or on another device.",
    playHere: "Play here",
    tooOld: "Samedeal has been updated. Reload the page to go on.",
    badToken: "This browser is no longer known under your name. Go on to get a new place.",
    goOn: "Go on",
    badName: "Your name cannot be used. Choose another one in your profile.",
    chooseName: "Choose a name",
    flooded: "Too much was sent at once, so the server hung up.",
    banned: "You have been banned from this service.",
    bannedUntil: (time: string): string => `You have been banned from this service until ${time}.`,
    bannedForGood: "You have been banned from this service for good.",
    failed: "The server did not understand this page. Reload it to go on.",
  },

  update: { ready: "A new version of Samedeal is ready.", apply: "Reload now", later: "Later" },

  pageFailed: {
    title: "This page did not load",
    text: "The connection may be gone, or Samedeal has just been updated.",
  },
  missing: {
    title: "There is nothing here",
    text: "The address may be mistyped. A room’s address ends with its six letters.",
    home: "To the start page",
  },
};
