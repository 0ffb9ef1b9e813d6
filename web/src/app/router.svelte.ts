/** The pages, with what their addresses say. */
export type Route =
  | { page: "home" }
  /** code: a deal code to begin with; solo: to play alone. */
  | { page: "create"; deal: string; solo: boolean }
  | { page: "room"; code: string; watch: boolean }
  | { page: "live" }
  /** step: the move to begin at; ghost: a second seat to show beside it. */
  | { page: "replay"; code: string; seat: number; ghost: number | null; step: number }
  | { page: "settings" }
  | { page: "rules"; game: string }
  | { page: "missing" };

const roomCode = /^[A-Za-z]{6}$/;

/** parseRoute reads an address of this site. */
export function parseRoute(url: URL): Route {
  const [first = "", second = "", third = "", ...rest] = url.pathname.split("/").slice(1);
  const ask = url.searchParams;
  if (rest.length > 0) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
      return { page: "create", deal: ask.get("deal") ?? "", solo: ask.has("solo") };
    case "live":
    case "settings":
      return { page: first };
    case "rules":
      return { page: "rules", game: second.toUpperCase() };
    case "r":
      if (!roomCode.test(second)) return { page: "missing" };
      if (third === "replay") return replayRoute(second.toUpperCase(), ask);
      if (third !== "" && third !== "watch") return { page: "missing" };
      return { page: "room", code: second.toUpperCase(), watch: third === "watch" };
    default:
      return { page: "missing" };
  }
}

function replayRoute(code: string, ask: URLSearchParams): Route {
  const ghost = ask.get("ghost");
  return {
    page: "replay",
    code,
    seat: wholeNumber(ask.get("seat")),
    ghost: ghost === null ? null : wholeNumber(ghost),
    step: wholeNumber(ask.get("step")),
  };
}

const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;

/** Router is the page in view. Plain links work: it takes over clicks on those that stay on the site. */
export class Router {
  route: Route = $state({ page: "home" });

  constructor() {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** go shows a page as following a link does; replace: without a step in the history. */
  go(path: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.route = parseRoute(new URL(location.href));
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}
