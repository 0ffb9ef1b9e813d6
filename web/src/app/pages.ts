import type { Component } from "svelte";
import type { Messages } from "../i18n/en";
import Home from "../pages/Home.svelte";
import Missing from "../pages/Missing.svelte";
import type { Route } from "./router.svelte";

/** A page is given what its address says. */
// biome-ignore lint/suspicious/noExplicitAny: each page takes the fields of its own route
type Page = Component<any>;

/** The pages that come with the first load. */
const atHand: Partial<Record<Route["page"], Page>> = { home: Home, missing: Missing };

const loaders: Partial<Record<Route["page"], () => Promise<{ default: Page }>>> = {
  create: () => import("../pages/Create.svelte"),
  room: () => import("../pages/Room.svelte"),
  live: () => import("../pages/Live.svelte"),
  replay: () => import("../pages/Replay.svelte"),
  settings: () => import("../pages/Settings.svelte"),
  rules: () => import("../pages/Rules.svelte"),
  daily: () => import("../pages/Daily.svelte"),
  boards: () => import("../pages/Boards.svelte"),
  ghosts: () => import("../pages/Ghosts.svelte"),
  profile: () => import("../pages/Profile.svelte"),
  friend: () => import("../pages/Friend.svelte"),
};

/**
 * loadPage gives the page itself where it is at hand, so that nothing flickers. Texts are what those pages
 * need that do not come with the first load.
 */
export function loadPage(name: Route["page"], texts: () => Promise<void>): Page | Promise<Page> {
  const page = atHand[name];
  if (page) return page;
  const load = loaders[name];
  if (!load) return Missing;
  return Promise.all([load(), texts()]).then(([module]) => {
    atHand[name] = module.default;
    return module.default;
  });
}

/** The pages that bring a bar of their own and get the whole window. */
export const isBare = (route: Route): boolean => ["room", "replay", "ghosts"].includes(route.page);

/** titleOf is what the browser's tab says. */
export function titleOf(route: Route, titles: Messages["common"]["titles"]): string {
  switch (route.page) {
    case "room":
    case "replay":
      return titles[route.page](route.code);
    case "create":
      return route.solo ? titles.solo : titles.create;
    default:
      return titles[route.page];
  }
}

/** placeOf names what is in view: another room is another place, though the same component shows it. */
export const placeOf = (route: Route): string =>
  "code" in route
    ? `${route.page} ${route.code}`
    : route.page === "create"
      ? `create ${route.solo}`
      : route.page;
