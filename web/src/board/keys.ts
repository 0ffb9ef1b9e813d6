import type { PileId } from "../table/table";

export type Direction = "left" | "right" | "up" | "down";

/** What a key on the board asks for. */
export type Command =
  | { do: "go"; direction: Direction }
  | { do: "first" }
  | { do: "last" }
  | { do: "jump"; pile: PileId }
  /** Lift the chosen cards, or drop the held ones. */
  | { do: "act" }
  | { do: "draw" }
  | { do: "home" }
  | { do: "undo" }
  | { do: "cancel" }
  | { do: "help" };

/** A key as pressed; KeyboardEvent is one. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const named: Readonly<Record<string, Command>> = {
  Home: { do: "first" },
  End: { do: "last" },
  Enter: { do: "act" },
  " ": { do: "draw" },
  Escape: { do: "cancel" },
};

/** By the key's place, so that the letters are where they are said to be on a Hebrew keyboard too. */
const letters: Readonly<Record<string, Command>> = {
  KeyF: { do: "home" },
  KeyZ: { do: "undo" },
  KeyD: { do: "draw" },
  KeyN: { do: "draw" },
  KeyW: { do: "jump", pile: "w" },
  KeyC: { do: "jump", pile: "a" },
  Digit0: { do: "jump", pile: "S" },
};

const digit = /^[1-9]$/;

/**
 * commandOf says what a key asks for; null: nothing. withLetters: whether single characters count; people who
 * speak to their computer may have to switch them off.
 */
export function commandOf(key: Key, withLetters: boolean): Command | null {
  if (key.altKey) return null;
  if (key.ctrlKey || key.metaKey) return isLetter(key, "z", "KeyZ") && !key.shiftKey ? { do: "undo" } : null;
  const direction = arrows[key.key];
  if (direction) return key.shiftKey ? null : { do: "go", direction };
  const command = named[key.key];
  if (command) return command;
  if (!withLetters) return null;
  if (key.key === "?") return { do: "help" };
  if (key.shiftKey) return null;
  if (digit.test(key.key)) return { do: "jump", pile: key.key };
  return byLetter(key);
}

/** A Latin letter counts by what it says, any other by where it is. */
function byLetter(key: Key): Command | null {
  const latin = /^[a-z]$/i.test(key.key);
  const code = latin ? `Key${key.key.toUpperCase()}` : key.key === "0" ? "Digit0" : key.code;
  return letters[code] ?? null;
}

const isLetter = (key: Key, letter: string, code: string): boolean =>
  /^[a-z]$/i.test(key.key) ? key.key.toLowerCase() === letter : key.code === code;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * neighbour gives the pile that lies next in a direction, as the piles lie on the screen in any language; null:
 * there is none. Of those in the right direction, the one least far aside wins, then the nearest.
 */
export function neighbour(
  areas: Readonly<Record<PileId, Area>>,
  piles: readonly PileId[],
  from: PileId,
  direction: Direction,
): PileId | null {
  const origin = areas[from];
  if (origin === undefined) return piles[0] ?? null;
  let best: PileId | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const pile of piles) {
    const area = areas[pile];
    if (area === undefined || pile === from) continue;
    const cost = costOf(origin, area, direction);
    if (cost < least) {
      best = pile;
      least = cost;
    }
  }
  return best;
}

/** costOf measures how far away an area is in a direction; infinite: it does not lie there at all. */
function costOf(from: Area, to: Area, direction: Direction): number {
  const across = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  // Tops are compared, not middles: columns differ in length, and those of a row begin at one height.
  const ahead = sign * (across ? middle(to) - middle(from) : to.y - from.y);
  const aside = Math.abs(across ? to.y - from.y : middle(to) - middle(from));
  if (ahead < 1) return Number.POSITIVE_INFINITY;
  if (across && aside > from.width * 0.75) return Number.POSITIVE_INFINITY;
  return ahead + aside * 3;
}

const middle = (area: Area): number => area.x + area.width / 2;
