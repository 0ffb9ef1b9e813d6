import { createContext } from "svelte";
import type { I18n } from "../i18n/i18n.svelte";
import type { Session } from "../race/session.svelte";
import type { SettingsStore } from "../settings/settings.svelte";
import type { Toasts } from "../ui/toasts.svelte";
import type { Router } from "./router.svelte";

/** App is what every page is given: made once in main.ts, read by components with useApp. */
export interface App {
  settings: SettingsStore;
  i18n: I18n;
  router: Router;
  session: Session;
  toasts: Toasts;
}

export const [useApp, provideApp] = createContext<App>();
