import { describe, expect, it, vi } from "vitest";
import source from "./worker.js?raw";

type Answer = (request: FakeRequest) => Promise<Response>;

interface FakeRequest {
  url: string;
  method: string;
  mode: string;
}

const site = "https://samedeal.example";
const ask = (path: string, mode = "cors", method = "GET"): FakeRequest => ({
  url: new URL(path, site).href,
  method,
  mode,
});
const pathOf = (request: FakeRequest | string) =>
  new URL(typeof request === "string" ? request : request.url, site).pathname;
const gone: Answer = () => Promise.reject(new TypeError("no network"));
const says = (text: string, status = 200) => new Response(text, { status });

class FakeCache {
  readonly entries = new Map<string, string>();
  match = (request: FakeRequest | string) => {
    const text = this.entries.get(pathOf(request));
    return Promise.resolve(text === undefined ? undefined : says(text));
  };
  put = async (request: FakeRequest, response: Response) => {
    this.entries.set(pathOf(request), await response.text());
  };
}

/** A Worker is the service worker's script, run with a network and caches that are not the browser's. */
class Worker {
  readonly caches = new Map<string, FakeCache>();
  readonly skipWaiting = vi.fn();
  readonly #handlers = new Map<string, (event: unknown) => void>();

  constructor(network: Answer) {
    const text = source.replace("VERSION", "now").replace('"FILES"', '"/index.html", "/assets/main.js"');
    const self = {
      location: { origin: site },
      clients: { claim: () => Promise.resolve() },
      skipWaiting: this.skipWaiting,
      addEventListener: (name: string, handler: (event: unknown) => void) =>
        this.#handlers.set(name, handler),
    };
    const caches = {
      open: (name: string) => Promise.resolve(this.cache(name)),
      keys: () => Promise.resolve([...this.caches.keys()]),
      delete: (name: string) => Promise.resolve(this.caches.delete(name)),
    };
    new Function("self", "caches", "fetch", text)(self, caches, network);
  }

  cache(name: string): FakeCache {
    const cache = this.caches.get(name) ?? new FakeCache();
    this.caches.set(name, cache);
    return cache;
  }

  /** fetch gives null where the request is left to the browser. */
  async fetch(request: FakeRequest): Promise<string | null> {
    const answers: Promise<Response>[] = [];
    this.#handlers.get("fetch")?.({
      request,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
    });
    const answer = await answers[0];
    return answer === undefined ? null : answer.text();
  }

  async send(name: string, event: object = {}): Promise<void> {
    const work: Promise<unknown>[] = [];
    this.#handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  }
}

describe("the service worker", () => {
  // A stale answer of the service would show a room that is over.
  it.each([
    ask("/api/samedeal.v1/GetRoom"),
    ask("/ws"),
    ask("/api", "navigate"),
    ask("/metrics"),
    ask("https://elsewhere.example/assets/main.js"),
    ask("/assets/main.js", "cors", "POST"),
  ])("leaves $method $url alone", async (request) => {
    const worker = new Worker(gone);
    worker.cache("samedeal-now").entries.set(pathOf(request), "stored");
    expect(await worker.fetch(request)).toBeNull();
  });

  it("takes pages from the network, so that a deployment is seen at once", async () => {
    const worker = new Worker(() => Promise.resolve(says("new")));
    worker.cache("samedeal-now").entries.set("/index.html", "old");
    expect(await worker.fetch(ask("/r/ABCDEF", "navigate"))).toBe("new");
  });

  it.each([
    ["without a network", gone],
    ["while the service restarts", () => Promise.resolve(says("bad gateway", 502))],
  ] as [string, Answer][])("shows the kept page %s", async (_, network) => {
    const worker = new Worker(network);
    worker.cache("samedeal-now").entries.set("/index.html", "kept");
    expect(await worker.fetch(ask("/r/ABCDEF", "navigate"))).toBe("kept");
  });

  it("does not wait long for a page on a bad network", async () => {
    vi.useFakeTimers();
    const worker = new Worker(() => new Promise(() => undefined));
    worker.cache("samedeal-now").entries.set("/index.html", "kept");
    const page = worker.fetch(ask("/", "navigate"));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await page).toBe("kept");
    vi.useRealTimers();
  });

  it("gives an error page of the service where it has none itself", async () => {
    const worker = new Worker(() => Promise.resolve(says("not built", 503)));
    expect(await worker.fetch(ask("/", "navigate"))).toBe("not built");
  });

  it("fetches an asset once, and keeps no error in its place", async () => {
    const network = vi.fn<Answer>(() => Promise.resolve(says("missing", 404)));
    const worker = new Worker(network);
    expect(await worker.fetch(ask("/assets/new.js"))).toBe("missing");
    network.mockImplementation(() => Promise.resolve(says("code")));
    expect(await worker.fetch(ask("/assets/new.js"))).toBe("code");
    expect(await worker.fetch(ask("/assets/new.js"))).toBe("code");
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("deletes its own old caches, and nobody else's", async () => {
    const worker = new Worker(gone);
    for (const name of ["samedeal-before", "samedeal-now", "other"]) worker.cache(name);
    await worker.send("activate");
    expect([...worker.caches.keys()]).toEqual(["samedeal-now", "other"]);
  });

  // Taking over in the middle of a race could reload it.
  it("takes over only when it is told to", async () => {
    const worker = new Worker(gone);
    await worker.send("activate");
    await worker.send("message", { data: "hello" });
    expect(worker.skipWaiting).not.toHaveBeenCalled();
    await worker.send("message", { data: "SKIP_WAITING" });
    expect(worker.skipWaiting).toHaveBeenCalledTimes(1);
  });
});
