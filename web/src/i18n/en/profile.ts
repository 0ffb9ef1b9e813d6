import { pluralIn } from "../plural";

const plural = pluralIn("en");

/** The player's own page: name, results, and all that is done about an account. */
export const profile = {
  lead: "Your name, your friends, your results and your devices.",
  you: "You",
  nameHint: "1 to 24 characters. Rooms that you are in go on with the old one.",
  nameSaved: "Your name is saved.",
  nobody: "You have no name here yet. Choose one now, or get one with your first race.",
  notKnown:
    "This browser is no longer known under this name. A code from another device makes you the same player again; with the name alone you begin anew.",

  results: "Where you stand",
  noResults:
    "You stand on no leaderboard yet. A race on a secret deal takes you there: any but those made from a code.",
  firstRace: "New race",

  races: "Your last races",
  racesNone: "None yet. The races that you play in this browser will stand here.",
  racesFirst: "Race friends",
  place: (n: number): string => `Place ${n}`,
  alone: "Alone",
  running: "Not over",
  toRoom: "Open the room",
  replay: "Replay",
  replayOf: (what: string): string => `Replay of ${what}`,
  score: (n: number): string => plural(n, { one: "# point", other: "# points" }),
  allRaces: "Show all",

  account: "Your account",
  devicesHint: "Who you are is kept in this browser alone. A code takes it to another one.",
  /** To who has no account in this browser. */
  comeHint: "Have you played on another device before? Have it show a code: it does so in its profile.",
  otherDevice: "Play on another device",
  codeHow:
    "On the other device, open Samedeal, follow “Your profile” at the foot of the page, and enter this code:",
  scan: "Or scan this with its camera:",
  scanQr: "QR code that opens Samedeal there with the code",
  scanned: "The code from your other device is filled in.",
  codeSecret: "Show it to nobody else: whoever enters it plays as you.",
  codeLeft: (time: string): string => `Good for ${time}`,
  codeOver: "This code is over.",
  newCode: "New code",
  enterCode: "Code from another device",
  enterCodeHint: "Ten letters. This browser then goes on as that player, and forgets who it was before.",
  codeShape: "A code has ten letters, such as KWTNR HZBDV.",
  useCode: "Go on as that player",
  cameIn: (name: string): string => `You are ${name} here now.`,
  logOutElsewhere: "Log out everywhere else",
  logOutHint: "Ends your game on every other device. This browser goes on.",
  loggedOut: "You are logged out everywhere else.",
  deleteAccount: "Delete my account",
  deleteTitle: "Delete your account?",
  deleteText:
    "Your name, your results on all leaderboards and your friends are forgotten, and you are logged out on all devices. A race that you are in runs out without you. Rooms that you were in show your name for up to 30 days more.",
  deleteForGood: "There is no way back.",
  deleteDo: "Delete for good",
  keepAccount: "Keep it",
  deleted: "Your account is deleted.",
};
