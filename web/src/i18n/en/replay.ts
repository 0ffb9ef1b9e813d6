import { pluralIn } from "../plural";

const plural = pluralIn("en");

export const replay = {
  title: "Replay",
  loading: "Loading the replay…",
  loadingPart: (percent: number) => `Loading, ${percent}%`,
  backToRoom: "Back to the room",
  share: "Share this moment",
  shareText: (name: string, step: number) => `Look at ${name}'s game, move ${step}`,
  copied: "Link to this moment copied",
  notCopied: "The link could not be copied. It is in the address bar.",

  play: "Play",
  pause: "Pause",
  stepBack: "One move back",
  stepForward: "One move on",
  toStart: "To the start",
  toEnd: "To the end",
  speed: "Speed",
  times: (speed: string) => `${speed}×`,
  skipPauses: "Skip pauses",
  position: "Position in the game",
  positionAt: (step: number, last: number, time: string) => `move ${step} of ${last}, ${time}`,
  timeOf: (time: string, end: string) => `${time} of ${end}`,
  move: (step: number, last: number) => `Move ${step} of ${last}`,
  player: "Player",
  ghost: "Compare with",
  alone: "Compare with…",
  /** A player in a list, by place. */
  ranked: (place: number, name: string) => `${place}. ${name}`,
  board: (name: string) => `${name}'s board`,
  leads: "leads",
  score: (n: number) => plural(n, { one: "# point", other: "# points" }),
  home: (n: number) => plural(n, { one: "# card home", other: "# cards home" }),
  place: (n: number) => `Place ${n}`,
  noActions: "No move was made in this game.",
  keys: "Space plays and pauses, the arrow keys step, Home and End jump.",

  notEnded: "This race is still on. Its replays are there when it is over.",
  watchIt: "Watch the race",
  noSuchRoom: "There is no such room. Its code may be mistyped, or the race is forgotten by now.",
  noSuchSeat: "Nobody had this seat in the race.",
  firstSeat: "Show the first player's game",
  failed: "The replay could not be loaded.",
  brokenOff: "The rest of the replay could not be loaded.",
  ghostFailed: "The second game could not be loaded.",

  /** Games of a board's rows. */
  ghosts: {
    toBoard: "To the leaderboard",
    games: "Who plays",
    swap: "Swap the two games",
    withMine: "Beside mine",
    withBest: "Beside the best",
    alone: "This one alone",
  },
};
