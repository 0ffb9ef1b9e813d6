import type { Messages } from "./en";

export type Locale = "en" | "he" | "hr";

/** The languages, each with its own name for itself and the direction it is written in. */
export const locales: Record<Locale, { name: string; direction: "ltr" | "rtl" }> = {
  en: { name: "English", direction: "ltr" },
  he: { name: "עברית", direction: "rtl" },
  hr: { name: "Hrvatski", direction: "ltr" },
};

const loaders: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en"),
  he: () => import("./he"),
  hr: () => import("./hr"),
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

/** I18n is the language in use and its messages. */
export class I18n {
  locale: Locale = $state("en");
  messages: Messages;

  private constructor(locale: Locale, messages: Messages) {
    this.locale = locale;
    this.messages = $state.raw(messages);
  }

  static async load(locale: Locale): Promise<I18n> {
    const { messages } = await loaders[locale]();
    return new I18n(locale, messages);
  }

  get direction(): "ltr" | "rtl" {
    return locales[this.locale].direction;
  }

  /** use changes the language once its messages are there. */
  async use(locale: Locale): Promise<void> {
    const { messages } = await loaders[locale]();
    this.messages = messages;
    this.locale = locale;
  }
}
