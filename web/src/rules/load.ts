import type { Locale } from "../i18n/i18n.svelte";
import type { Sources } from "./example.svelte";
import type { RulesText } from "./text/text";

const texts: Record<Locale, () => Promise<{ rules: RulesText }>> = {
  en: () => import("./text/en"),
  he: () => import("./text/he"),
  hr: () => import("./text/hr"),
};

/** What the pages of rules show in one language. */
export interface Content {
  text: RulesText;
  sources: Sources;
}

export async function loadContent(locale: Locale): Promise<Content> {
  const [{ rules }, examples] = await Promise.all([texts[locale](), import("./examples.json")]);
  // What TypeScript makes of the file has a type of its own for each state.
  return { text: rules, sources: examples.default as unknown as Sources };
}
