import { pluralIn } from "../plural";

const plural = pluralIn("en");

export const settings = {
  title: "Settings",
  lead: "Changes are kept in this browser at once.",

  you: "You",
  name: "Your name",
  nameHint: "1 to 24 characters. Rooms that you are in go on with the old one.",
  nameSaved: "Your name is saved.",
  nameMissing: "A name has at least one visible character.",
  nameTooLong: (n: number): string =>
    plural(n, {
      one: "That is # character too many: 24 are possible.",
      other: "That is # characters too many: 24 are possible.",
    }),
  nameCharacters: "This name has characters that cannot be shown, such as line breaks. Take them out.",

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

  look: "Look",
  language: "Language",
  browserLanguage: "As the browser says",
  theme: "Light or dark",
  themes: { system: "As the device", light: "Light", dark: "Dark" },
  cards: "Cards",
  preview: "How the cards look",
  fourColours: "Four colours",
  fourColoursHint: "Diamonds blue and clubs green, so that no two suits look alike.",
  largePrint: "Large print",
  largePrintHint: "Larger letters on the cards and on the pages.",

  play: "Playing",
  leftHanded: "Left-handed",
  leftHandedHint: "Puts the stock and the buttons on the other side.",
  doubleTap: "Double tap moves a card",
  doubleTapHint: "To its foundation, or else to the best place on the board.",
  letterKeys: "Letters as shortcuts",
  letterKeysHint: "Z for undo, F for the foundation, ? for help. Switch it off if you dictate.",
  explain: "Explain refused moves",
  explainHint: "Says which rule forbids the move.",
  rivals: "The other players in a race",
  rivalsAs: { boards: "Boards", bars: "Progress only", hidden: "Hidden" },
  rivalsHint: "Their boards never show a card while you play.",

  movement: "Movement and sound",
  animation: "Speed of the cards",
  animations: { off: "No travel", fast: "Fast", normal: "Normal" },
  motion: "Other movement",
  motions: { system: "As the device", reduced: "Reduced", full: "Full" },
  sounds: "Sounds",
  soundsHint: "Soft sounds for cards, the countdown and the finish.",
};
