import type { Ending } from "../wire/game_pb";

const key = "samedeal.history";
const most = 30;

/** A race of this browser's, as the list of the last ones shows it. */
export interface PastRace {
  /** The room's code. */
  code: string;
  /** When it began, in Unix milliseconds. */
  at: number;
  variant: string;
  solo: boolean;
  place?: number;
  score?: number;
  timeMs?: number;
  ending?: Ending;
}

/** History is the last races of this browser, the newest first. */
export class History {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  list(): PastRace[] {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(key) ?? "[]");
      return Array.isArray(value) ? value.filter(isPastRace) : [];
    } catch {
      return [];
    }
  }

  /** record puts a race in, in the place of what was known of it before. */
  record(race: PastRace): void {
    const others = this.list().filter(({ code }) => code !== race.code);
    const races = [race, ...others].sort((a, b) => b.at - a.at).slice(0, most);
    try {
      this.#storage.setItem(key, JSON.stringify(races));
    } catch {
      // A full or forbidden storage: there is no history then.
    }
  }

  clear(): void {
    try {
      this.#storage.removeItem(key);
    } catch {
      // Then there was none.
    }
  }
}

function isPastRace(value: unknown): value is PastRace {
  if (typeof value !== "object" || value === null) return false;
  const { code, at, variant, solo } = value as Record<string, unknown>;
  return (
    typeof code === "string" &&
    typeof at === "number" &&
    typeof variant === "string" &&
    typeof solo === "boolean"
  );
}
