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
  /** date: such as 2026-11-30; empty for today. */
  | { page: "daily"; date: string }
  /** board: its id, such as all/KL1-D3N; empty for the first of them. */
  | { page: "boards"; board: string }
  /** Games of a board's rows: of one player, and a second one's to show beside it. */
  | { page: "ghosts"; board: string; player: string; ghost: string | null; step: number }
  | { page: "profile" }
  /** code: an invitation to be somebody's friend. */
  | { page: "friend"; code: string }
  | { page: "rules"; game: string }
  | { page: "missing" };

const roomCode = /^[A-Za-z]{6}$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const boardForm = /^(daily|daily-week|daily-month|all|day|week|month|deal)(\/[\w-]+){1,2}$/;

/** parseRoute reads an address of this site. */
export function parseRoute(url: URL): Route {
  const [first = "", second = "", third = "", ...rest] = url.pathname.split("/").slice(1);
  const ask = url.searchParams;
  if (first === "boards" || first === "ghosts")
    return boardRoute(first, url.pathname.slice(first.length + 2), ask);
  if (rest.length > 0) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
      return { page: "create", deal: ask.get("deal") ?? "", solo: ask.has("solo") };
    case "live":
    case "settings":
    case "profile":
      return { page: first };
    case "daily":
      return second === "" || dateForm.test(second) ? { page: "daily", date: second } : { page: "missing" };
    case "friend":
      return second === "" ? { page: "missing" } : { page: "friend", code: second };
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

function boardRoute(page: "boards" | "ghosts", path: string, ask: URLSearchParams): Route {
  const board = path.replace(/\/$/, "");
  if (board !== "" && !boardForm.test(board)) return { page: "missing" };
  if (page === "boards") return { page, board };
  const player = ask.get("player") ?? "";
  if (board === "" || player === "") return { page: "missing" };
  return { page, board, player, ghost: ask.get("ghost"), step: wholeNumber(ask.get("step")) };
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
