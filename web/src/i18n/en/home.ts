import { pluralIn } from "../plural";

const plural = pluralIn("en");

export const home = {
  /** In sentences, each on a line of its own. */
  heading: ["Same deal.", "Best player wins."],
  lead: "Race your friends at solitaire: everybody gets the same cards at the same instant.",
  raceFriends: "Race friends",
  playAlone: "Play alone",
  chooseRace: "Which game will you race?",
  chooseSolo: "Which game will you play?",
  /** What a game begins with when it is chosen here. */
  raceHint: "You get a link to send to your friends.",
  soloHint: "A fresh deal, up to an hour, at your own pace.",
  moreOptions: "More options",
  making: "Shuffling…",
  yourName: "Your name",
  nameHint: "As the others will see it.",
  playingAs: "You play as",
  change: "Change",

  codeTitle: "Got a code?",
  codeLabel: "Room code or deal code",
  codeHint: "Six letters open a room; a code with hyphens deals its cards.",
  go: "Go",
  codeNeeded: "Type or paste a code first.",
  codeUnknown: "This is neither. A room’s code has six letters, and a deal’s code has hyphens.",

  liveTitle: "Live now",
  liveAll: "All live games",
  liveNone: "No public race is on at the moment. Make a room and list it, and it appears here.",
  liveFailed: "The live games could not be loaded.",
  phases: { lobby: "Waiting for players", countdown: "About to start", racing: "Racing", ended: "Over" },
  players: (n: number, seats: number): string => `${n} of ${seats}`,
  playersLabel: (n: number, seats: number): string =>
    plural(seats, { one: `${n} of # seat taken`, other: `${n} of # seats taken` }),

  continueTitle: "Your game is still on",
  continueAction: "Continue",

  howTitle: "How it works",
  how: [
    { title: "Make a room", text: "Pick a game and send the link. Nobody needs an account." },
    { title: "Get the same deal", text: "At zero, everybody sees the same cards. Luck is out of it." },
    {
      title: "Play it better",
      text: "See how far the others are, and afterwards replay every game move by move.",
    },
  ],
};
