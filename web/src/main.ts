import "./app/app.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { reloadWhenChunksAreGone } from "./app/chunks";
import { isRacing } from "./app/racing";
import { Router } from "./app/router.svelte";
import { browserStorage } from "./app/storage";
import { I18n, isLocale, preferredLocale } from "./i18n/i18n.svelte";
import { Session } from "./race/session.svelte";
import { SettingsStore } from "./settings/settings.svelte";
import { Toasts } from "./ui/toasts.svelte";

const storage = browserStorage();
const settings = new SettingsStore(storage);
const i18n = await loadLanguage(settings.current.locale);
const session = new Session({
  url: location.origin,
  storage,
  suggestedName: () => i18n.messages.common.guest(10 + Math.floor(Math.random() * 90)),
});
reloadWhenChunksAreGone(() => isRacing(session));

const target = document.getElementById("app");
if (!target) throw new Error("the page has no element for the app");
mount(App, {
  target,
  props: { app: { settings, i18n, router: new Router(), session, toasts: new Toasts() } },
});

async function loadLanguage(chosen: string | null): Promise<I18n> {
  const wanted = chosen !== null && isLocale(chosen) ? chosen : preferredLocale(navigator.languages);
  // A language that does not load must not leave the page empty.
  return I18n.load(wanted).catch(() => I18n.load("en"));
}
