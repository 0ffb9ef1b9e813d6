// The change of the day in a page that is open: at 00:00 UTC, and for a device that wakes up days later.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { rpc } from "./harness/boards.mjs";
import { launch, person } from "./harness/browser.mjs";
import { boardOf, dateOf, dayOn, daysAgo, monthOf } from "./harness/days.mjs";
import { Service } from "./harness/service.mjs";
import { Wire } from "./harness/wire.mjs";

const today = dateOf(Date.now());
const tomorrow = daysAgo(-1);

let service;
let browser;
let wire;

before(async () => {
  [service, browser, wire] = await Promise.all([Service.start(), launch(), Wire.open()]);
});
after(async () => {
  await wire?.close();
  await browser?.close();
  await service?.stop();
});

/** Days answers a page's calls for the day, each with the next of its answers, the last one again and again. */
class Days {
  calls = 0;
  /** In the place of a day, "away" is a service that cannot be reached. */
  answers = [dayOn(today, 20 * 3600)];

  static async of(page) {
    const days = new Days();
    await wire.fake(page, "daily", "getDaily", () => days.#next());
    await page.route("**/*DailyService/GetDaily", async (route) => {
      if (days.answers[0] !== "away") return await route.fallback();
      days.#next();
      return await route.abort();
    });
    await wire.fake(page, "daily", "getCalendar", ({ month }) => monthOf(month, tomorrow));
    await wire.fake(page, "boards", "getBoard", ({ board }) => boardOf(board, 5));
    return days;
  }

  #next() {
    this.calls += 1;
    return this.answers.length > 1 ? this.answers.shift() : this.answers[0];
  }

  /** called waits until there have been so many calls. */
  async called(times) {
    while (this.calls < times) await new Promise((done) => setTimeout(done, 20));
  }
}

/** visiting runs what is to be seen on a page that the test keeps the clock of. */
async function visiting(path, answers, see) {
  const page = await person(browser, service, { name: "Ana", screen: "phone", worker: false });
  await page.clock.install();
  // Hours that a sleeping device does not count, but for the clock on its wall.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    window.slept = 0;
    Date.now = () => now() + window.slept;
  });
  const days = await Days.of(page);
  days.answers = answers;
  await page.goto(path);
  await page.locator('[data-testid="challenge"], [data-testid="today-challenge"]').first().waitFor();
  assert.equal(days.calls, 1);
  try {
    await see(page, days);
    // A call that failed is told of by the browser itself.
    assert.deepEqual(
      page.faults.filter((text) => !/ERR_FAILED/.test(text)),
      [],
    );
  } finally {
    await page.context().close();
  }
}

const standing = (page, is) =>
  page.locator(`[data-variant="FC1-C4"][data-standing="${is}"]`).first().waitFor();
const newDay = (page) => page.getByText("A new day has begun").first();

for (const path of ["/", "/daily"]) {
  // Fails if the new day is not asked for, or again and again, or is not what the page shows then.
  test(`${path}: at midnight the new day is there, asked for once`, { timeout: 60_000 }, async () => {
    const ended = { room: "BKTWRN", begunMs: "1", row: boardOf("", 47, "p").mine };
    const answers = [dayOn(today, 600, { mine: ended }), dayOn(tomorrow, 86_400)];
    await visiting(path, answers, async (page, days) => {
      await standing(page, "ended");
      const timer = page.getByRole("timer");
      await page.clock.runFor(540_000);
      assert.match(await timer.textContent(), /0:[0-5]\d|1:00/);
      assert.equal(days.calls, 1);
      await page.clock.runFor(61_000);
      await newDay(page).waitFor();
      await standing(page, "open");
      assert.match(await timer.textContent(), /2[34]:\d\d:\d\d/);
      await page.clock.runFor(600_000);
      assert.equal(days.calls, 2);
    });
  });

  // Fails if a page stays with the old day for good when the service is not there at midnight.
  test(`${path}: a service that is away at midnight is asked again, in no hurry`, {
    timeout: 60_000,
  }, async () => {
    const answers = [dayOn(today, 600), "away", dayOn(tomorrow, 86_400)];
    await visiting(path, answers, async (page, days) => {
      await page.clock.runFor(601_000);
      await days.called(2);
      assert.equal(await newDay(page).count(), 0);
      await page.clock.runFor(15_000);
      assert.equal(days.calls, 2);
      await page.clock.runFor(16_000);
      await newDay(page).waitFor();
      assert.equal(days.calls, 3);
    });
  });

  // Fails if a node whose clock is a little behind makes the old day a new one, or one that is over.
  test(`${path}: a service whose day goes on a second longer is asked once more`, {
    timeout: 60_000,
  }, async () => {
    const answers = [dayOn(today, 600), dayOn(today, 1), dayOn(tomorrow, 86_400)];
    await visiting(path, answers, async (page, days) => {
      await page.clock.runFor(601_000);
      await newDay(page).waitFor();
      await page.clock.runFor(60_000);
      assert.equal(days.calls, 3);
    });
  });

  // Fails if the day is counted by a clock that stands still while a device sleeps.
  test(`${path}: a device that wakes up after hours asks anew`, { timeout: 60_000 }, async () => {
    const answers = [dayOn(today, 72_000), dayOn(today, 71_990), dayOn(tomorrow, 70_000)];
    await visiting(path, answers, async (page, days) => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await days.called(2);
      await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      assert.equal(await newDay(page).count(), 0);
      // The lid was closed with the page in view, and no event tells that it was opened.
      await page.evaluate(() => {
        window.slept = 24 * 3_600_000;
      });
      await page.clock.runFor(1_500);
      await newDay(page).waitFor();
      assert.equal(days.calls, 3);
    });
  });
}

// Fails if the attempt of a day that has ended cannot be gone on with, or ends with it.
test("an attempt that goes on over midnight is gone on with", { timeout: 60_000 }, async () => {
  const page = await person(browser, service, { name: "Ana", worker: false });
  await page.goto("/");
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")));
  const { room } = await rpc(service, "DailyService/StartDaily", { token, variant: "KL1-D3N" });
  await page.goto(`/r/${room}`);
  await page.getByTestId("race").waitFor();
  await page.locator('[data-testid="board"] [data-card]').first().waitFor({ state: "attached" });

  // On the start page: the new day's challenges, and the way back.
  const mine = { room, begunMs: String(Date.now()) };
  const of = (day) => ({
    ...day,
    challenges: day.challenges.map(({ mine: _, ...challenge }) =>
      challenge.variant === "KL1-D3N" && day.date === today ? { ...challenge, mine } : challenge,
    ),
  });
  let begun = of(dayOn(today, 3));
  await wire.fake(page, "daily", "getCalendar", ({ month }) => monthOf(month, tomorrow));
  await wire.fake(page, "daily", "getDaily", ({ date }) => (date === today ? of(dayOn(today, 0)) : begun));
  await page.goto("/");
  await page.locator('[data-variant="KL1-D3N"][data-standing="running"]').waitFor();
  begun = dayOn(tomorrow, 86_400);
  await newDay(page).waitFor();
  await page.locator('[data-variant="KL1-D3N"][data-standing="open"]').waitFor();
  await page.locator(`main a[href="/r/${room}"]`).click();
  await page.getByTestId("race").waitFor();

  // On the page of the day that is over.
  await page.goto(`/daily/${today}`);
  await page.locator('[data-variant="KL1-D3N"]').getByTestId("go-on").click();
  await page.locator('[data-testid="race"][data-moves="0"]').waitFor();
  await page.getByTestId("resign").click();
  await page.getByTestId("resign-yes").click();
  await page.getByTestId("daily-end").waitFor();
  assert.equal(await page.getByTestId("practise").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
