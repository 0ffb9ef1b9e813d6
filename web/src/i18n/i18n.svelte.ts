import type { Messages } from "./en";
import type { StartMessages } from "./en/start";

export type Locale = "en" | "he" | "hr";

/** The languages, each with its own name for itself and the direction it is written in. */
export const locales: Record<Locale, { name: string; direction: "ltr" | "rtl" }> = {
  en: { name: "English", direction: "ltr" },
  he: { name: "עברית", direction: "rtl" },
  hr: { name: "Hrvatski", direction: "ltr" },
};

interface Catalogue {
  start: () => Promise<{ start: StartMessages }>;
  all: () => Promise<{ messages: Messages }>;
}

const catalogues: Record<Locale, Catalogue> = {
  en: { start: () => import("./en/start"), all: () => import("./en") },
  he: { start: () => import("./he/start"), all: () => import("./he") },
  hr: { start: () => import("./hr/start"), all: () => import("./hr") },
};

export const isLocale = (code: string): code is Locale => Object.hasOwn(locales, code);

/** preferredLocale is the first language of the browser's that there is, else English. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    // Hebrew's code was iw once, and some systems still give that.
    const code = language.toLowerCase().split("-")[0]?.replace(/^iw$/, "he");
    if (code !== undefined && isLocale(code)) return code;
  }
  return "en";
}

/**
 * I18n is the language in use and its messages: at first those of StartMessages alone, and all of them once
 * complete has been awaited, which every page but the first does before it is shown.
 */
export class I18n {
  locale: Locale = $state("en");
  messages: Messages;
  #isComplete = false;

  private constructor(locale: Locale, start: StartMessages) {
    this.locale = locale;
    this.messages = $state.raw(start as Messages);
  }

  static async load(locale: Locale): Promise<I18n> {
    const { start } = await catalogues[locale].start();
    return new I18n(locale, start);
  }

  get direction(): "ltr" | "rtl" {
    return locales[this.locale].direction;
  }

  /** complete has all messages at hand. */
  async complete(): Promise<void> {
    while (!this.#isComplete) {
      const { locale } = this;
      const { messages } = await catalogues[locale].all();
      // Another language may have been chosen meanwhile.
      if (locale !== this.locale) continue;
      this.messages = messages;
      this.#isComplete = true;
    }
  }

  /** use changes the language once its messages are there. */
  async use(locale: Locale): Promise<void> {
    const { messages } = await catalogues[locale].all();
    this.messages = messages;
    this.locale = locale;
    this.#isComplete = true;
  }
}
