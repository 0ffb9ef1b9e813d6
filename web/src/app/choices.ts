import type { RoomOptionsInit } from "../net/api";
import type { GameId } from "../table/table";
import { Ranking } from "../wire/room_pb";
import { readDealCode } from "./deal_code";

/** Choices are what a player has picked for a new room, those of all games side by side. */
export interface Choices {
  from: "random" | "code";
  code: string;
  game: GameId;
  /** How many cards a turn draws, by game. */
  draw: { TF: number; KL: number };
  /** Of Klondike; 0 stands for any number. */
  passes: number;
  cells: number;
  seats: number;
  minutes: number;
  ranking: "auto" | "scoreAndTime" | "firstHome";
  countdown: number;
  delay: number;
  listed: boolean;
  open: boolean;
  /** Whether a random deal may be one that cannot be won. */
  anyDeal: boolean;
}

export const games: readonly GameId[] = ["KL", "FC", "TF"];

export const raceDefaults: Choices = {
  from: "random",
  code: "",
  game: "KL",
  draw: { TF: 1, KL: 3 },
  passes: 0,
  cells: 4,
  seats: 8,
  minutes: 15,
  ranking: "auto",
  countdown: 5,
  delay: 0,
  listed: false,
  open: false,
  anyDeal: false,
};

/** Alone there is time, and nobody to wait for. */
export const soloDefaults: Choices = { ...raceDefaults, seats: 1, minutes: 60, countdown: 3 };

export const defaultsOf = (solo: boolean): Choices => (solo ? soloDefaults : raceDefaults);

/** The ranges that the server takes. */
export const ranges = { seats: [1, 16], minutes: [1, 60], countdown: [3, 30] } as const;

/** variantOf writes a game with its options as a deal code begins. */
export function variantOf({ game, draw, passes, cells }: Choices): string {
  if (game === "FC") return `FC1-C${cells}`;
  if (game === "TF") return `TF1-D${draw.TF}N`;
  return `KL1-D${draw.KL}${passes === 0 ? "N" : `P${passes}`}`;
}

const rankings = {
  auto: Ranking.UNSPECIFIED,
  scoreAndTime: Ranking.SCORE_AND_TIME,
  firstHome: Ranking.FIRST_HOME,
};

/** optionsOf writes the choices as the server takes them; null while the deal code is wrong. */
export function optionsOf(choices: Choices, solo: boolean): RoomOptionsInit | null {
  const given = choices.from === "code" ? readDealCode(choices.code) : null;
  if (given && !given.ok) return null;
  return {
    deal: given ? given.code : variantOf(choices),
    ranking: rankings[choices.ranking],
    minutes: choices.minutes,
    seats: solo ? 1 : choices.seats,
    countdownS: choices.countdown,
    watchDelayS: solo ? 0 : choices.delay,
    listed: !solo && choices.listed,
    openDeal: choices.open,
    anyDeal: choices.anyDeal,
  };
}

const keyOf = (solo: boolean): string => (solo ? "samedeal.solo" : "samedeal.race");

/** rememberedChoices are the last ones, each checked by itself; the code is not remembered. */
export function rememberedChoices(storage: Storage, solo: boolean): Choices {
  const standard = defaultsOf(solo);
  const kept = read(storage, keyOf(solo));
  const pick = <K extends keyof Choices>(name: K, allowed: (value: unknown) => boolean): Choices[K] =>
    allowed(kept[name]) ? (kept[name] as Choices[K]) : standard[name];
  const draws =
    typeof kept.draw === "object" && kept.draw !== null ? (kept.draw as Record<string, unknown>) : {};
  const drawOf = (game: "TF" | "KL") =>
    draws[game] === 1 || draws[game] === 3 ? draws[game] : standard.draw[game];
  return {
    ...standard,
    game: pick("game", (v) => games.includes(v as GameId)),
    draw: { TF: drawOf("TF"), KL: drawOf("KL") },
    passes: pick("passes", (v) => v === 0 || v === 1 || v === 3),
    cells: pick("cells", (v) => v === 4 || v === 2 || v === 1),
    seats: pick("seats", within("seats")),
    minutes: pick("minutes", within("minutes")),
    ranking: pick("ranking", (v) => typeof v === "string" && Object.hasOwn(rankings, v)),
    countdown: pick("countdown", within("countdown")),
    delay: pick("delay", (v) => delays.includes(v as number)),
    listed: pick("listed", isBoolean),
    open: pick("open", isBoolean),
    anyDeal: pick("anyDeal", isBoolean),
  };
}

export const delays: readonly number[] = [0, 15, 30, 60, 300];

const isBoolean = (v: unknown): boolean => typeof v === "boolean";

const within = (name: keyof typeof ranges) => {
  const [least, most] = ranges[name];
  return (v: unknown): boolean => Number.isInteger(v) && (v as number) >= least && (v as number) <= most;
};

/** inRange tells whether a number that was typed is one that the server takes. */
export const inRange = (name: keyof typeof ranges, value: number): boolean => within(name)(value);

export function rememberChoices(storage: Storage, choices: Choices, solo: boolean): void {
  const { from: _, code: __, ...kept } = choices;
  try {
    storage.setItem(keyOf(solo), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: the next room begins with the usual choices.
  }
}

function read(storage: Storage, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
