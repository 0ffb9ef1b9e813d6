// How fast the client is, on this machine: node e2e/measure.mjs. Not a test, since it says as much of the machine as
// of the client. A phone's screen, as the processor is and slowed down fourfold; first loads over a slow mobile line.

import { moves, touchDrag } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { Fingers } from "./harness/finger.mjs";
import { still } from "./harness/picture.mjs";
import { alone, freecell, line } from "./harness/race.mjs";
import { Service } from "./harness/service.mjs";

const klondike = "KL1-D1N-AAAAAAB";
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const moving = { motion: "full", animation: "normal" };
const rows = [];
const note = (what, ...values) => rows.push([what, ...values]);

const rank = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? Number.NaN;
const ms = (n) => `${n.toFixed(n < 100 ? 1 : 0)} ms`;

async function slowed(page, rate) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate });
  return tools;
}

/** firstLoad measures a first visit to a room's page: the first paint, and when the board is dealt in a running race. */
async function firstLoad(browser, service, rate) {
  const page = await person(browser, service, { screen: "phone", settings: moving, worker: false });
  const code = await alone(page, freecell.code);
  const tools = await slowed(page, rate);
  await tools.send("Network.enable");
  await tools.send("Network.clearBrowserCache");
  await tools.send("Network.emulateNetworkConditions", slowLine);
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll("[data-index]").length < 52) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark("dealt")));
    });
    watch.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-index"],
    });
  });
  await page.goto(`/r/${code}`);
  await page.waitForFunction(() => performance.getEntriesByName("dealt").length > 0);
  const [fcp, dealt] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    performance.getEntriesByName("dealt")[0].startTime,
  ]);
  await page.context().close();
  return { fcp, dealt };
}

/** drops measures from a finger's going up to the next paint, for the line's first moves. */
async function drops(browser, service, rate) {
  const page = await person(browser, service, { screen: "phone", settings: moving });
  await alone(page, freecell.code);
  await slowed(page, rate);
  await page.evaluate(() => {
    window.ups = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === "pointerup")
          window.ups.push([entry.duration, entry.processingEnd - entry.processingStart]);
      }
    });
    observer.observe({ type: "event", durationThreshold: 16 });
  });
  const words = line.slice(0, 30);
  for (const word of words) {
    const before = await moves(page);
    await touchDrag(page, word);
    await page.locator(`[data-testid="race"][data-moves="${before + 1}"][data-unanswered="0"]`).waitFor();
    await still(page);
  }
  const ups = await page.evaluate(() => window.ups);
  await page.context().close();
  // What took less than 16 ms is not reported.
  const paints = [
    ...ups.map(([duration]) => duration),
    ...Array(Math.max(words.length - ups.length, 0)).fill(16),
  ];
  return {
    p75: rank(paints, 0.75),
    worst: rank(paints, 1),
    handler: rank(
      ups.map(([, handler]) => handler),
      1,
    ),
  };
}

/** frames measures the frames of a drag of 90 moves. */
async function frames(browser, service, rate) {
  const page = await person(browser, service, { screen: "phone", settings: moving });
  await alone(page, freecell.code);
  await still(page);
  await slowed(page, rate);
  const finger = await Fingers.on(page);
  const card = await page.locator('[data-card="5D"]').boundingBox();
  const at = (i) => ({ x: card.x + 20 - (i % 45) * 6, y: card.y + 12 + Math.sin(i / 7) * 60 });
  await finger.down(at(0));
  await finger.move(at(3));
  await page.evaluate(() => {
    window.frames = [];
    let last = performance.now();
    const note = (now) => {
      window.frames.push(now - last);
      last = now;
      window.noting = requestAnimationFrame(note);
    };
    window.noting = requestAnimationFrame(note);
  });
  for (let i = 0; i < 90; i++) await finger.move(at(i));
  const times = (await page.evaluate(() => window.frames)).slice(2);
  await finger.cancel();
  await page.context().close();
  return { p50: rank(times, 0.5), p95: rank(times, 0.95), worst: rank(times, 1), count: times.length };
}

/** heap measures what 200 moves, and the undo of 100 of them, leave behind. */
async function heap(browser, service) {
  const page = await person(browser, service, { screen: "phone", settings: moving });
  await alone(page, klondike);
  await still(page);
  const tools = await page.context().newCDPSession(page);
  const used = async () => {
    await tools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await tools.send("Runtime.getHeapUsage");
    return usedSize;
  };
  const draw = async (count) => {
    const before = await moves(page);
    for (let i = 0; i < count; i++) await page.keyboard.press("Space");
    await page.locator(`[data-testid="race"][data-moves="${before + count}"][data-unanswered="0"]`).waitFor();
  };
  const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
  await draw(20);
  const [start, nodesBefore] = [await used(), await nodes()];
  for (let i = 0; i < 4; i++) await draw(50);
  for (let i = 0; i < 100; i++) await page.keyboard.press("Control+z");
  await still(page);
  const [end, nodesAfter] = [await used(), await nodes()];
  await page.context().close();
  return { growth: end - start, nodes: [nodesBefore, nodesAfter] };
}

const [service, browser] = await Promise.all([Service.start(), launch({ optimized: true })]);
try {
  for (const rate of [1, 4]) {
    const loads = [];
    for (let i = 0; i < 3; i++) loads.push(await firstLoad(browser, service, rate));
    note(
      `CPU x${rate}: first paint, median of 3`,
      ms(
        rank(
          loads.map(({ fcp }) => fcp),
          0.5,
        ),
      ),
    );
    note(
      `CPU x${rate}: board dealt, median of 3`,
      ms(
        rank(
          loads.map(({ dealt }) => dealt),
          0.5,
        ),
      ),
    );
    const drop = await drops(browser, service, rate);
    note(`CPU x${rate}: drop to paint, p75 and worst of 30`, ms(drop.p75), ms(drop.worst));
    note(`CPU x${rate}: longest handler of a drop`, ms(drop.handler));
    const frame = await frames(browser, service, rate);
    note(
      `CPU x${rate}: frame of a drag, p50, p95, worst of ${frame.count}`,
      ms(frame.p50),
      ms(frame.p95),
      ms(frame.worst),
    );
  }
  const { growth, nodes } = await heap(browser, service);
  note("heap after 200 moves and 100 undos", `${(growth / 1e6).toFixed(2)} MB more`);
  note("elements before and after", ...nodes);
  const wide = Math.max(...rows.map(([what]) => what.length));
  for (const [what, ...values] of rows) console.log(what.padEnd(wide + 2), values.join("  "));
} finally {
  await browser.close();
  await service.stop();
}
