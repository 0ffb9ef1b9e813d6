// The daily challenge as people have it: begun from the start page, once; its result, its board, its calendar.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cards, drag, settled, turn } from "./harness/board.mjs";
import { launch, person } from "./harness/browser.mjs";
import { Crowd } from "./harness/crowd.mjs";
import { boardOf, dateOf, dayOver, daysAgo, monthOf } from "./harness/days.mjs";
import { still } from "./harness/scenes.mjs";
import { Service } from "./harness/service.mjs";
import { Wire } from "./harness/wire.mjs";

let service;
let browser;
let crowd;
let wire;
let axe;
/** Ana plays today's FreeCell to the end; the tests after it look at what she sees. */
let ana;

before(async () => {
  const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  [service, browser, wire, axe] = await Promise.all([
    Service.start(),
    launch(),
    Wire.open(),
    readFile(source, "utf8"),
  ]);
  crowd = await Crowd.gather(browser, service);
});
after(async () => {
  await crowd?.disperse();
  await wire?.close();
  await browser?.close();
  await service?.stop();
});

const identityOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")));
const codeOf = (page) => new URL(page.url()).pathname.split("/")[2];
const todays = (page, variant) => page.locator(`[data-testid="today-challenge"][data-variant="${variant}"]`);
const challenge = (page, variant) => page.locator(`[data-testid="challenge"][data-variant="${variant}"]`);

/** solved gives a line that wins the FreeCell board on a page: the deal's code is told to nobody yet. */
async function solved(page) {
  const all = await cards(page);
  const column = (pile) =>
    all
      .filter((c) => c.pile === pile)
      .sort((a, b) => a.index - b.index)
      .map(({ card }) => card);
  const file = join(service.data, "board.txt");
  await writeFile(file, [..."12345678"].map((pile) => `${column(pile).join(" ")}\n`).join(""));
  const out = await service.run("solve", "--board", file, "--game", "FC1-C4");
  const words = out.split("\n").filter((text) => text !== "" && !text.startsWith("#"));
  return words.join(" ").split(/\s+/).filter(Boolean);
}

/** begun begins a challenge on the daily page, and waits until its cards lie there. */
async function begun(page, variant) {
  await page.goto("/daily");
  await challenge(page, variant).getByTestId("begin").click();
  await page.getByTestId("begin-yes").click();
  await dealt(page);
  return codeOf(page);
}

/** unexpected is what a page must not have done, but for the browser's own words on calls that were refused. */
const unexpected = (page) => page.faults.filter((text) => !/with a status of 400/.test(text));

async function dealt(page) {
  await page.getByTestId("race").waitFor();
  await page.locator('[data-testid="board"] [data-card]').first().waitFor({ state: "attached" });
}

async function resign(page) {
  await page.getByTestId("resign").click();
  await page.getByTestId("resign-yes").click();
  await page.getByTestId("daily-end").waitFor();
}

test("today's FreeCell: begun from the start page, left, gone on with, won, and on the board", {
  timeout: 180_000,
}, async () => {
  const page = await person(browser, service, { screen: "phone", name: "Ana" });
  ana = page;
  await page.goto("/");
  await todays(page, "FC1-C4").getByTestId("today-begin").click();
  await page.getByText("one ranked attempt").waitFor();
  await page.getByTestId("begin-yes").click();
  await page.getByTestId("countdown").waitFor();
  assert.equal(await page.getByTestId("lobby").count(), 0);
  await dealt(page);
  const room = codeOf(page);
  const line = await solved(page);
  await drag(page, line[0]);
  await settled(page);

  // The start page, and a second begin, lead back to the same attempt.
  await page.goto("/");
  await todays(page, "FC1-C4").getByTestId("today-go-on").click();
  await page.locator('[data-testid="race"][data-moves="1"]').waitFor();
  assert.equal(codeOf(page), room);
  const identity = await identityOf(page);
  const again = await call("DailyService/StartDaily", { token: identity.token, variant: "FC1-C4" });
  assert.equal(again.room, room);

  // The rest is played without a page, which is then loaded again.
  await page.goto("about:blank");
  const member = await crowd.enter(room, identity);
  await crowd.play(member, line.slice(1));
  await crowd.part(member);
  await page.goto(`/r/${room}`);
  await page.locator('[data-testid="daily-end"][data-place="1"]').waitFor();
  assert.match(
    await page.getByTestId("daily-end").textContent(),
    /Won in 0:\d\d\.\d[\s\S]*\d+ points[\s\S]*Place 1 of 1/,
  );
  await page.getByTestId("back-to-day").click();
  await challenge(page, "FC1-C4").and(page.locator('[data-standing="ended"]')).waitFor();
  assert.equal(await challenge(page, "FC1-C4").getByTestId("begin").count(), 0);

  await page.getByTestId("daily-board-choice").getByRole("radio", { name: "FreeCell" }).check();
  const row = page.getByTestId("board-row");
  await row.first().waitFor();
  assert.equal(await row.count(), 1);
  assert.match(await row.textContent(), /1[\s\S]*Ana[\s\S]*you[\s\S]*Won/);
  assert.match(
    await row.getByTestId("board-game").getAttribute("href"),
    /^\/ghosts\/daily\/[\d-]+\/FC1-C4\?player=/,
  );
});

async function call(method, request) {
  const response = await fetch(`${service.url}/api/samedeal.v1.${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  return await response.json();
}

test("what is shared tells the result and nothing of the deal", { timeout: 60_000 }, async () => {
  await ana.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await ana.goto("/daily");
  await challenge(ana, "FC1-C4").getByTestId("daily-share").click();
  await ana.getByText("has been copied").waitFor();
  const text = await ana.evaluate(() => navigator.clipboard.readText());
  const year = new Date().getUTCFullYear();
  const expected = [
    new RegExp(`^Samedeal daily challenge, \\w+ \\d+, ${year}$`),
    /^FreeCell, 4 cells: won in 0:\d\d\.\d, \d+ points$/,
    /^Place 1 of 1, percentile 100$/,
    /^Streak: 1 day$/,
    new RegExp(`^${service.url}/daily/${dateOf(Date.now())}$`),
  ];
  assert.equal(text.split("\n").length, expected.length, text);
  for (const [i, line] of text.split("\n").entries()) assert.match(line, expected[i]);
});

test("a device's own way of sharing is given the same, and is no failure if it is not used", {
  timeout: 60_000,
}, async () => {
  const page = await ana.context().newPage();
  await page.addInitScript(() => {
    window.given = [];
    window.refusal = "";
    navigator.share = async (data) => {
      window.given.push(data);
      if (window.refusal) throw new DOMException("", window.refusal);
    };
  });
  await page.goto("/daily");
  const button = challenge(page, "FC1-C4").getByTestId("daily-share");
  const toasts = page.locator(".toast, [role=alert]");
  const given = async (refusal) => {
    await page.evaluate((name) => {
      window.given = [];
      window.refusal = name;
    }, refusal);
    await button.click();
    await page.waitForFunction(() => window.given.length > 0);
    return await page.evaluate(() => window.given);
  };
  const [data, ...more] = await given("");
  assert.deepEqual(more, []);
  assert.deepEqual(Object.keys(data).toSorted(), ["text", "url"]);
  assert.equal(data.url, `${service.url}/daily/${dateOf(Date.now())}`);
  assert.match(
    data.text,
    /^Samedeal daily challenge, .*\nFreeCell, 4 cells: won in .*\nPlace 1 of 1, percentile 100\nStreak: 1 day$/,
  );
  // A deal's code ends with seven letters, a salt and a fingerprint have more figures.
  assert.doesNotMatch(JSON.stringify(data), /[A-Z]{7}|FC1|[0-9a-f]{16}/);
  await given("AbortError");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await toasts.count(), 0, "who did not share after all is told something");
  // Where the device refuses to, the clipboard has it.
  await given("NotAllowedError");
  await page.getByText("has been copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Samedeal daily challenge/);
  await page.close();
});

test("the calendar marks the day, and its days are gone through by keys", { timeout: 60_000 }, async () => {
  await ana.goto("/daily");
  const today = dateOf(Date.now());
  const day = ana.locator(`[data-day="${today}"]`);
  await ana.locator(`[data-day="${today}"][aria-label*="FreeCell won"]`).waitFor();
  assert.match(await day.getAttribute("aria-label"), /Klondike open/);
  assert.equal(await ana.locator('[data-day][tabindex="0"]').count(), 1);
  await day.focus();
  await ana.keyboard.press("Home");
  const focused = await ana.evaluate(() => document.activeElement?.dataset.day);
  assert.equal(focused, `${today.slice(0, 8)}01`);
  await ana.getByTestId("month-before").click();
  await ana.locator(`[data-testid="calendar"]:not([data-month="${today.slice(0, 7)}"])`).waitFor();
  assert.equal(await ana.getByTestId("month-after").isDisabled(), false);
});

test("the start page tells what was done today", { timeout: 60_000 }, async () => {
  await ana.goto("/");
  await todays(ana, "FC1-C4").and(ana.locator('[data-standing="ended"]')).waitFor();
  assert.match(await todays(ana, "FC1-C4").textContent(), /Won in[\s\S]*Place 1 of 1/);
  assert.match(await ana.getByTestId("home-streak").textContent(), /1 day/);
  await todays(ana, "KL1-D3N").getByTestId("today-begin").waitFor();
});

test("when the days of a streak end is set once", { timeout: 60_000 }, async () => {
  await ana.goto("/daily");
  await ana.getByTestId("set-offset").click();
  await ana.getByTestId("offset").selectOption({ label: "UTC+2" });
  await ana.getByTestId("offset-yes").click();
  await ana.getByText("midnight by UTC+2: at 22:00 UTC").first().waitFor();
  await ana.getByTestId("set-offset").waitFor({ state: "detached" });
});

test("somebody else's attempt is not shown before one's own has ended, and then it is", {
  timeout: 120_000,
}, async () => {
  const ben = await person(browser, service, { screen: "desk", name: "Ben" });
  const { token } = await identityOf(await opened(ana));
  const { room } = await call("DailyService/StartDaily", { token, variant: "FC1-C4" });
  for (const path of [`/r/${room}`, `/r/${room}/replay`]) {
    await ben.goto(path);
    await ben.locator('main a[href="/daily"]').first().waitFor();
    assert.equal(await ben.locator("main [data-card]").count(), 0);
  }
  await ben.goto(`/r/${room}`);
  await ben.getByTestId("not-played").waitFor();

  // On the board there is no way to Ana's game either, until Ben has given up.
  await ben.goto("/daily");
  await ben.getByTestId("daily-board-choice").getByRole("radio", { name: "FreeCell" }).check();
  await ben.getByTestId("board-row").first().waitFor();
  assert.equal(await ben.getByTestId("board-game").count(), 0);
  const own = await begun(ben, "FC1-C4");
  await resign(ben);
  await ben.locator('[data-testid="daily-end"][data-place="2"]').waitFor();
  await ben.goto(`/r/${room}/replay`);
  await ben.locator('[data-testid="replay"][data-complete="true"]').waitFor();
  await ben.goto("/daily");
  await ben.getByTestId("daily-board-choice").getByRole("radio", { name: "FreeCell" }).check();
  const game = ben.getByTestId("board-row").first().getByTestId("board-game");
  assert.match(await game.getAttribute("href"), /player=\S+&ghost=\S+/);
  assert.notEqual(own, room);
  assert.deepEqual(unexpected(ben), []);
  await ben.context().close();
});

async function opened(page) {
  if (page.url() === "about:blank") await page.goto("/");
  return page;
}

test("practice comes after the attempt, is called so, and is not ranked", { timeout: 120_000 }, async () => {
  // She is nobody yet, and says her name as she begins.
  const eve = await person(browser, service, { screen: "desk" });
  await eve.goto("/daily");
  await eve.getByText("What you play is marked here.").waitFor();
  await challenge(eve, "KL1-D3N").getByTestId("begin").click();
  await eve.locator("dialog input").fill("Eve");
  await eve.getByTestId("begin-yes").click();
  await dealt(eve);
  const room = codeOf(eve);
  assert.equal(await eve.getByTestId("practice").count(), 0);
  await turn(eve);
  await settled(eve);
  await resign(eve);
  await eve.locator('[data-testid="daily-end"][data-place="1"]').waitFor();
  assert.equal(await eve.getByTestId("rematch").count(), 0);
  await eve.getByTestId("practise").click();
  await eve.getByTestId("countdown").waitFor();
  await eve.getByText("Practice: it is not ranked.").waitFor();
  await dealt(eve);
  assert.notEqual(codeOf(eve), room);
  await eve.getByTestId("practice").waitFor();
  await resign(eve);
  await eve.locator('[data-testid="daily-end"][data-practice="true"]').waitFor();
  assert.equal(await eve.getByTestId("daily-share").count(), 0);
  const board = await call("BoardService/GetBoard", { board: `daily/${dateOf(Date.now())}/KL1-D3N` });
  assert.equal(board.ranked, 1);
  assert.equal(board.rows[0].name, "Eve");
  assert.equal(board.rows[0].result.actions, 1);
  assert.deepEqual(eve.faults, []);
  await eve.context().close();
});

test("days that are not there yet, or never were, are told of kindly", { timeout: 60_000 }, async () => {
  const page = await person(browser, service, { worker: false });
  for (const [path, text] of [
    ["/daily/2999-01-01", /still to come/],
    ["/daily/2026-02-30", /no such day/],
    ["/daily/2020-05-05", /no challenges on this day/],
  ]) {
    await page.goto(path);
    await page.getByText(text).waitFor();
    await page.locator('main a[href="/daily"]').first().waitFor();
  }
  await page.context().close();
});

/** past has a page shown a day that is over, and a board with many on it. */
async function past(page, me) {
  const date = daysAgo(2);
  await wire.fake(page, "daily", "getDaily", (request) => (request.date === date ? dayOver(date, me) : null));
  await wire.fake(page, "daily", "getCalendar", ({ month }) => monthOf(month, dateOf(Date.now())));
  await wire.fake(page, "boards", "getBoard", ({ board, from, most, part }) => {
    if (part === 3) return { board, ranking: "RANKING_FIRST_HOME", ranked: 47, won: 29 };
    return boardOf(board, 47, me, { from: from || 1, most });
  });
  return `/daily/${date}`;
}

test("a day that is over tells its deals, and everybody's games", { timeout: 60_000 }, async () => {
  const page = await person(browser, service, { screen: "desk", name: "Ana" });
  const { player } = await identityOf(await atHome(page));
  await page.goto(await past(page, player));
  const one = challenge(page, "FC1-C4");
  assert.equal(await one.getByTestId("play-deal").getAttribute("href"), "/new?deal=FC1-C4-GNEJGYC&solo");
  assert.equal(await one.getByTestId("practise").count(), 0);
  await challenge(page, "TF1-D1N").and(page.locator('[data-standing="missed"]')).waitFor();
  await challenge(page, "KL1-D3N").and(page.locator('[data-standing="voided"]')).waitFor();
  await one.locator("summary").click();
  await one.getByTestId("check-seal").click();
  await one.getByText("the fingerprint is another").waitFor();

  await page.getByTestId("board-row").nth(9).waitFor();
  assert.equal(await page.getByTestId("board-game").count(), 10);
  await page.getByTestId("board-next").click();
  await page.locator('[data-testid="board-row"][data-place="11"]').waitFor();
  for (const first of [21, 31, 41]) {
    await page.getByTestId("board-next").click();
    await page.locator(`[data-testid="board-row"][data-place="${first}"]`).waitFor();
  }
  await page.locator('[data-testid="board-row"][data-place="47"]').waitFor();
  assert.equal(await page.getByTestId("board-next").isDisabled(), true);
  await page.getByRole("radio", { name: "Friends" }).check();
  await page.getByText("Neither you nor").waitFor();
  await page.context().close();
});

async function atHome(page) {
  await page.goto("/");
  return page;
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate((values) => {
    const options = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
    return globalThis.axe.run(document, options);
  }, tags);
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
}

const widths = [320, 360, 640, 768, 1024, 1280];

/** sound checks that a page scrolls sideways on no screen, and that axe finds nothing on the narrowest and widest. */
async function sound(page, name) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 568 : 800 });
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
      .catch(() => assert.fail(`${name} at ${width} px scrolls sideways`));
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("main button, main a.button, main summary")]
        .filter((e) => e.checkVisibility())
        .map((e) => [e.getBoundingClientRect(), e.ariaLabel ?? e.textContent.trim()])
        .filter(([{ width, height }]) => width < 44 || height < 43.5)
        .map(([{ width, height }, text]) => `${text}: ${width}x${height}`),
    );
    assert.deepEqual(small, [], `${name} at ${width} px: too small to press`);
    if (width === 320 || width === 1280) {
      await still(page);
      assert.equal((await violations(page)).join("\n"), "", `${name} at ${width} px`);
    }
  }
}

for (const [locale, dark] of [
  ["en", false],
  ["he", true],
  ["hr", false],
]) {
  test(`sound in ${locale}, ${dark ? "dark" : "light"}`, { timeout: 120_000 }, async () => {
    const page = await person(browser, service, { locale, dark, worker: false, name: "Ana" });
    const { player } = await identityOf(await atHome(page));
    await page.getByTestId("today-challenge").first().waitFor();
    await sound(page, "home");
    await page.goto("/daily");
    await page.getByTestId("board-table").and(page.locator('[data-loading="false"]')).waitFor();
    await page.getByTestId("commitments").locator("summary").click();
    await sound(page, "today");
    await page.goto(await past(page, player));
    await page.getByTestId("board-row").nth(5).waitFor();
    await challenge(page, "FC1-C4").locator("summary").click();
    await sound(page, "a day that is over");
    await page.goto("/daily/2999-01-01");
    await page.getByTestId("no-day").waitFor();
    await sound(page, "a day to come");
    await page.goto("/daily");
    await challenge(page, "TF1-D1N").getByTestId("begin").click();
    await page.getByTestId("begin-yes").waitFor();
    await sound(page, "the question before it begins");
    assert.deepEqual(unexpected(page), []);
    await page.context().close();
  });
}

for (const screen of ["phone", "desk"]) {
  test(`what comes late finds its place kept: ${screen}`, { timeout: 60_000 }, async () => {
    const page = await person(browser, service, { screen, worker: false, name: "Ana" });
    await page.addInitScript(() => {
      window.shifted = 0;
      window.shifts = [];
      new PerformanceObserver((list) => {
        // The footer is pushed down by every page as it is loaded.
        for (const { value, sources } of list.getEntries()) {
          const inPage = sources.filter(({ node }) => node?.parentElement?.closest("main"));
          if (inPage.length > 0) window.shifted += value;
          window.shifts.push(...inPage.map(({ node }) => node.outerHTML?.slice(0, 80)));
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.route("**/*DailyService/*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    for (const [path, last] of [
      ["/", "today-begin"],
      ["/daily", "begin"],
    ]) {
      await page.goto(path);
      await page.getByTestId(last).first().waitFor();
      if (path === "/daily")
        await page.getByTestId("board-table").and(page.locator('[data-loading="false"]')).waitFor();
      await still(page);
      const shifted = await page.evaluate(() => window.shifted);
      const what = await page.evaluate(() => window.shifts.join("\n"));
      assert.ok(shifted <= 0.02, `${path} shifts by ${shifted}:\n${what}`);
    }
    await page.context().close();
  });
}

test("a service that does not answer is asked again", { timeout: 60_000 }, async () => {
  const page = await person(browser, service, { screen: "phone", worker: false });
  let gone = true;
  await page.route("**/*DailyService/GetDaily", (route) => (gone ? route.abort() : route.continue()));
  page.faults.length = 0;
  await page.goto("/");
  const today = page.getByTestId("today");
  await today.getByText("could not be loaded").waitFor();
  gone = false;
  await today.getByRole("button").click();
  await todays(page, "FC1-C4").waitFor();
  await page.context().close();
});
