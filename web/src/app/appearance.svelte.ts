import { MediaQuery } from "svelte/reactivity";
import type { I18n } from "../i18n/i18n.svelte";
import type { SettingsStore } from "../settings/settings.svelte";

/** keepAppearance keeps what <html> says of language and looks as the settings are; app.css follows it. */
export function keepAppearance(settings: SettingsStore, i18n: I18n): void {
  const stillWanted = new MediaQuery("prefers-reduced-motion: reduce");
  const root = document.documentElement;

  $effect.pre(() => {
    root.lang = i18n.locale;
    root.dir = i18n.direction;
  });

  $effect.pre(() => {
    const { theme, motion, animation, fourColours, largePrint } = settings.current;
    const reduced =
      animation === "off" || motion === "reduced" || (motion === "system" && stillWanted.current);
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.motion = reduced ? "reduced" : "full";
    root.toggleAttribute("data-four-colours", fourColours);
    root.toggleAttribute("data-large-print", largePrint);
  });
}
