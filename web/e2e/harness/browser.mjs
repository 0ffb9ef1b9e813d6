// Chromium, and pages in it that are a person's: each has its own storage.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const program =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => existsSync(p));

/** The screens that everything must work on. */
export const screens = {
  phone: { width: 360, height: 640 },
  landscape: { width: 640, height: 360 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
};

/**
 * What Chromium is to do without. The last of such lists counts, so that the first lines are Playwright's own; the
 * last three are pages that Chromium draws its address bar's suggestions with: they cost each new window, which
 * nobody sees, more of the processor's time than the page under test.
 */
const without = [
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
  "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
  "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
];

/**
 * launch starts the browser. Scripts are compiled without V8's optimizers, which cost more than they save where a page
 * is gone after seconds; who measures how fast the client is wants them: optimized.
 */
export function launch({ optimized = false } = {}) {
  if (!program) throw new Error("no Chromium found; install it, or set CHROMIUM to its program");
  return chromium.launch({
    executablePath: program,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${without}`,
      ...(optimized ? [] : ["--js-flags=--no-opt --no-maglev"]),
    ],
  });
}

/**
 * person opens a page of a new person. What the page must not do is collected in page.faults: errors,
 * violations of the Content-Security-Policy, requests to other hosts. worker: false keeps the service worker away.
 */
export async function person(
  browser,
  service,
  { screen = "desk", locale = "en", dark = false, touch, settings = {}, name, worker = true } = {},
) {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: screens[screen],
    deviceScaleFactor: screen === "desk" ? 1 : 2,
    hasTouch: touch ?? screen !== "desk",
    isMobile: touch ?? screen !== "desk",
    locale,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  if (!worker)
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected(message.text())) page.faults.push(message.text());
  });
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && host !== new URL(service.url).host) {
      page.faults.push(`a request to ${request.url()}`);
    }
  });
  if (Object.keys(settings).length > 0) {
    await context.addInitScript((value) => {
      if (!localStorage.getItem("samedeal.settings")) localStorage.setItem("samedeal.settings", value);
    }, JSON.stringify(settings));
  }
  if (name) {
    const identity = await service.call("CreateGuest", { name });
    await context.addInitScript((value) => {
      if (!localStorage.getItem("samedeal.identity")) localStorage.setItem("samedeal.identity", value);
    }, JSON.stringify(identity));
  }
  return page;
}

/** expected are errors that the browser itself logs when a test cuts the network or kills the service. */
function expected(text) {
  return /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/.test(
    text,
  );
}
