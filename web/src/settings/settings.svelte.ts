import type { Locale } from "../i18n/i18n.svelte";

/** What a player can set, kept in this browser. */
export interface Settings {
  /** null: the browser's language. */
  locale: Locale | null;
  theme: "system" | "light" | "dark";
  fourColours: boolean;
  largePrint: boolean;
  leftHanded: boolean;
  animation: "off" | "fast" | "normal";
  /** system: as the operating system says; animation off is stronger. */
  motion: "system" | "reduced" | "full";
  sounds: boolean;
  /** Whether a refused move shows the rule that forbids it. */
  explainRefusals: boolean;
  doubleTap: boolean;
  /** Whether letters are shortcuts on the board. */
  letterKeys: boolean;
  /** How the other players are shown in a race. */
  rivals: "boards" | "bars" | "hidden";
}

export const defaults: Settings = {
  locale: null,
  theme: "system",
  fourColours: false,
  largePrint: false,
  leftHanded: false,
  animation: "normal",
  motion: "system",
  sounds: false,
  explainRefusals: true,
  doubleTap: true,
  letterKeys: true,
  rivals: "boards",
};

const key = "samedeal.settings";

/** SettingsStore is the settings, kept in the storage at each change. */
export class SettingsStore {
  readonly #storage: Storage;
  current: Settings;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.current = $state({ ...defaults, ...stored(storage) });
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.current[name] = value;
    try {
      this.#storage.setItem(key, JSON.stringify(this.current));
    } catch {
      // A full or forbidden storage: the setting holds until the page is closed.
    }
  }
}

function stored(storage: Storage): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? known(value) : {};
  } catch {
    return {};
  }
}

/** known drops what is no setting or is of another type than the default's. */
function known(value: object): Partial<Settings> {
  const entries = Object.entries(value).filter(([name, v]) => {
    if (!Object.hasOwn(defaults, name)) return false;
    const standard = defaults[name as keyof Settings];
    return typeof v === typeof standard || standard === null;
  });
  return Object.fromEntries(entries);
}
