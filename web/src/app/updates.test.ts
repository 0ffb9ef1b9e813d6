import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type UpdateHost, watchUpdates } from "./updates";

class FakeWorker extends EventTarget {
  state = "installing";
  postMessage = vi.fn();

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** A Browser has one registration, and a page that is idle at once. */
class Browser {
  readonly registration = Object.assign(new EventTarget(), {
    waiting: null as FakeWorker | null,
    installing: null as FakeWorker | null,
    update: vi.fn(() => Promise.resolve()),
  });
  readonly workers = Object.assign(new EventTarget(), {
    controller: null as FakeWorker | null,
    register: vi.fn(() => Promise.resolve(this.registration)),
  });
  readonly page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  readonly reload = vi.fn();
  time = 0;

  get host(): UpdateHost {
    return {
      workers: this.workers as unknown as ServiceWorkerContainer,
      page: this.page as unknown as Document,
      whenIdle: (run) => run(),
      now: () => this.time,
      reload: this.reload,
    };
  }

  async watch(): Promise<(() => void)[]> {
    const offers: (() => void)[] = [];
    watchUpdates((apply) => offers.push(apply), this.host);
    await Promise.resolve();
    await Promise.resolve();
    return offers;
  }

  install(): FakeWorker {
    const worker = new FakeWorker();
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event("updatefound"));
    worker.become("installed");
    return worker;
  }
}

beforeEach(() => vi.stubEnv("PROD", true));
afterEach(() => vi.unstubAllEnvs());

describe("watchUpdates", () => {
  it("offers nothing on the first visit, when the worker is as old as the page", async () => {
    const browser = new Browser();
    const offers = await browser.watch();
    browser.install();
    expect(offers).toHaveLength(0);
  });

  it("offers a version that is found, and one that waited already", async () => {
    const browser = new Browser();
    browser.workers.controller = new FakeWorker();
    browser.registration.waiting = new FakeWorker();
    const offers = await browser.watch();
    expect(offers).toHaveLength(1);
    browser.install();
    expect(offers).toHaveLength(2);
  });

  it("offers a version that the browser was already fetching when the page came to ask", async () => {
    const browser = new Browser();
    browser.workers.controller = new FakeWorker();
    const worker = new FakeWorker();
    browser.registration.installing = worker;
    const offers = await browser.watch();
    worker.become("installed");
    expect(offers).toHaveLength(1);
  });

  // Another tab may be in a race when this one changes over.
  it("reloads once, and only the tab that asked for it", async () => {
    const browser = new Browser();
    browser.workers.controller = new FakeWorker();
    const offers = await browser.watch();
    const worker = browser.install();
    browser.workers.dispatchEvent(new Event("controllerchange"));
    expect(browser.reload).not.toHaveBeenCalled();
    offers[0]?.();
    expect(worker.postMessage).toHaveBeenCalledWith("SKIP_WAITING");
    browser.workers.dispatchEvent(new Event("controllerchange"));
    browser.workers.dispatchEvent(new Event("controllerchange"));
    expect(browser.reload).toHaveBeenCalledTimes(1);
  });

  it("looks for a new version when a tab is seen again after an hour, not each time", async () => {
    const browser = new Browser();
    await browser.watch();
    browser.time = 3_599_999;
    browser.page.dispatchEvent(new Event("visibilitychange"));
    expect(browser.registration.update).not.toHaveBeenCalled();
    browser.time = 3_600_000;
    browser.page.dispatchEvent(new Event("visibilitychange"));
    browser.page.dispatchEvent(new Event("visibilitychange"));
    expect(browser.registration.update).toHaveBeenCalledTimes(1);
  });

  it("does nothing without service workers", () => {
    expect(() => watchUpdates(() => undefined, { ...new Browser().host, workers: undefined })).not.toThrow();
  });
});
