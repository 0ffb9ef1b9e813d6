/** What watchUpdates needs of the browser. */
export interface UpdateHost {
  readonly workers: ServiceWorkerContainer | undefined;
  readonly page: Document;
  /** Runs something once the page is loaded and has nothing better to do. */
  whenIdle(run: () => void): void;
  now(): number;
  reload(): void;
}

const hour = 3_600_000;

/**
 * watchUpdates registers the service worker, which keeps the page's files for when there is no network.
 * onReady is called when a newer version of the page has been fetched and waits: `apply` changes to it and
 * reloads the page, so it is for the player to say when.
 */
export function watchUpdates(onReady: (apply: () => void) => void, host: UpdateHost = browser()): void {
  const { workers } = host;
  // In development there is no worker, and one of an earlier build would hide what is edited.
  if (!workers || !import.meta.env.PROD) return;
  host.whenIdle(() => {
    workers.register("/sw.js").then(
      (registration) => watch(registration, workers, onReady, host),
      () => undefined, // no worker, in a private window for instance: the page needs the network, as any
    );
  });
}

function watch(
  registration: ServiceWorkerRegistration,
  workers: ServiceWorkerContainer,
  onReady: (apply: () => void) => void,
  host: UpdateHost,
): void {
  const offer = (worker: ServiceWorker) => onReady(() => apply(worker, workers, host));
  // Without a controller this is the first visit, and the worker is no newer than the page.
  if (registration.waiting && workers.controller) offer(registration.waiting);
  const offerOnceInstalled = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && workers.controller) offer(worker);
    });
  };
  // The browser looks for a new version by itself when a page is opened, and may have found one by now.
  offerOnceInstalled();
  registration.addEventListener("updatefound", offerOnceInstalled);
  lookAgain(registration, host);
}

/** A tab may stay open for days, in which the browser itself does not look for a new version. */
function lookAgain(registration: ServiceWorkerRegistration, { page, now }: UpdateHost): void {
  let last = now();
  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState !== "visible" || now() - last < hour) return;
    last = now();
    registration.update().catch(() => undefined);
  });
}

/** Only the tab that asks for it reloads: another may be in a race. */
function apply(worker: ServiceWorker, workers: ServiceWorkerContainer, host: UpdateHost): void {
  workers.addEventListener("controllerchange", () => host.reload(), { once: true });
  worker.postMessage("SKIP_WAITING");
}

function browser(): UpdateHost {
  return {
    workers: navigator.serviceWorker,
    page: document,
    whenIdle: (run) => {
      // Safari has no requestIdleCallback.
      const idle = () =>
        "requestIdleCallback" in window
          ? requestIdleCallback(run, { timeout: 10_000 })
          : setTimeout(run, 2000);
      if (document.readyState === "complete") idle();
      else window.addEventListener("load", idle, { once: true });
    },
    now: () => performance.now(),
    reload: () => location.reload(),
  };
}
