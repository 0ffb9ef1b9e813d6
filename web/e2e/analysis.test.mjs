// What is looked at when a game is over: how far it could have been won, and games of a board side by side.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ranked, rpc } from "./harness/boards.mjs";
import { launch } from "./harness/browser.mjs";
import { guest } from "./harness/crowd.mjs";
import { dateOf } from "./harness/days.mjs";
import { freecell, line } from "./harness/race.mjs";
import { Stage, scenes, still } from "./harness/scenes.mjs";
import { Service } from "./harness/service.mjs";
import { Wire } from "./harness/wire.mjs";

let service;
let browser;
let stage;
let wire;

before(async () => {
  [service, browser, wire] = await Promise.all([Service.start(), launch(), Wire.open()]);
  stage = await Stage.set(browser, service);
});
after(async () => {
  await stage?.strike();
  await wire?.close();
  await browser?.close();
  await service?.stop();
});

/** gaveUp is a game for one that its player has given up after some moves. */
async function gaveUp(deal, moves, name = "Ana") {
  const { code, members } = await stage.race({ deal }, [[name, moves]]);
  await stage.crowd.resign(members[0]);
  return { code, player: members[0] };
}

/** lost is given up after the move that lost it, the fifth. */
const lost = () => stage.once("lost alone", () => gaveUp("FC1-C2-AAAAAAC", 40));

const analysed = (page) => page.locator('[data-testid="analysis"][data-done="true"]').waitFor();
const whole = (page) => page.locator('[data-testid="replay"][data-complete="true"]').waitFor();
const stepIs = (page, step) =>
  page.locator(`[data-testid="replay-step"][data-step="${step}"]`).waitFor({ state: "attached" });
const lanes = (page) =>
  page.getByTestId("replay-lane").evaluateAll((all) => all.map(({ dataset }) => dataset.seat));

/** tab goes on to the next stop until it is the one, and gives those that it came by. */
async function tab(page, wanted) {
  const passed = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => document.activeElement?.dataset.testid ?? "");
    if (at === wanted) return passed;
    passed.push(at);
  }
  throw new Error(`the keyboard does not reach ${wanted}, but ${passed.filter(Boolean)}`);
}

// Fails if the results do not lead there, the words are others than what was found, or anything needs a mouse.
test("a game that was given up is analysed from its results, by keyboard alone", {
  timeout: 90_000,
}, async () => {
  const { code, player } = await lost();
  await stage.visiting({ as: player, screen: "desk" }, async (page, actor) => {
    await actor.goto(`/r/${code}`);
    await page.getByTestId("results").waitFor();
    await tab(page, "analyse");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/replay?seat=0&analyse=1");
    await analysed(page);
    await whole(page);
    assert.match(await page.getByTestId("verdict").textContent(), /until move 4\.\s*Move 5 lost it\./);
    assert.equal(await page.getByTestId("mark-winnable").getAttribute("data-step"), "4");
    assert.equal(await page.getByTestId("mark-lost").getAttribute("data-step"), "5");

    await tab(page, "go-lost");
    await page.keyboard.press("Enter");
    await stepIs(page, 5);
    // The address follows, and leads back to all of it.
    await page.waitForURL("**/replay?seat=0&step=5&analyse=1");

    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByTestId("replay-lane").nth(1).waitFor();
    assert.deepEqual(await lanes(page), ["0", "way"]);
    assert.equal(await page.getByTestId("replay-play").getAttribute("data-playing"), "true");
    await page.keyboard.press("End");
    await page.locator('[data-testid="replay-lane"][data-seat="way"][data-home="52"]').waitFor();
    await page.keyboard.press("Enter");
    await page.getByTestId("replay-lane").nth(1).waitFor({ state: "detached" });
    await stepIs(page, 4);

    await tab(page, "analysis-close");
    await page.keyboard.press("Enter");
    await page.getByTestId("analysis").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "analyse");
    await page.keyboard.press("Enter");
    await analysed(page);
    for (const stop of ["replay-share", "show-way", "replay-scrubber", "replay-play", "replay-speed"]) {
      await page.evaluate(() => document.activeElement.blur());
      await tab(page, stop);
    }
  });
});

test("a game that was won asks nothing, and a deal that cannot be won is told", {
  timeout: 90_000,
}, async () => {
  const { code, members } = await stage.race({ deal: freecell.code }, [["Ana", line]]);
  await stage.visiting({ as: members[0] }, async (page, actor) => {
    await actor.goto(`/r/${code}/replay?seat=0&analyse=1`);
    await whole(page);
    assert.equal(await page.getByTestId("analyse").count(), 0);
    assert.equal(await page.getByTestId("analysis").count(), 0);
  });
  const hopeless = await gaveUp("FC1-C1-AAAAAAB", 10);
  await stage.visiting({ locale: "hr-HR", screen: "phone" }, async (page, actor) => {
    await actor.goto(`/r/${hopeless.code}/replay`);
    await page.getByTestId("analyse").click();
    await analysed(page);
    assert.match(await page.getByTestId("verdict").textContent(), /ne može riješiti/);
    assert.equal(await page.getByTestId("show-way").count(), 0);
    assert.equal(await page.getByTestId("go-lost").count(), 0);
  });
});

/** A fault as the service tells it: REASON_BUSY. */
const busy = {
  code: "unavailable",
  message: "too many games wait",
  details: [{ type: "samedeal.v1.Fault", value: Buffer.from([8, 15]).toString("base64") }],
};

// Fails if a search that gave up is told as a proof, a full queue as a failure without a way on, or a page that was
// left goes on asking.
test("progress, a full queue and what stays undecided are told, and who leaves asks no more", {
  timeout: 90_000,
}, async () => {
  const { code, player } = await lost();
  await stage.visiting({ as: player, screen: "phone" }, async (page, actor) => {
    await page.clock.install();
    let asked = 0;
    let answer = { progress: 420 };
    await wire.fake(page, "analysis", "analyseSeat", () => {
      asked += 1;
      return answer;
    });
    await actor.goto(`/r/${code}/replay?seat=0&analyse=1`);
    await page.locator('progress[value="42"]').waitFor();
    answer = { done: true, start: "WINNABLE_UNDECIDED", end: "WINNABLE_UNDECIDED" };
    await analysed(page);
    const words = await page.getByTestId("verdict").textContent();
    assert.match(words, /Undecided\..*does not mean that there is none/s);
    assert.doesNotMatch(words, /cannot/);

    answer = { progress: 10 };
    await page.reload();
    await page.locator('progress[value="1"]').waitFor();
    await page.getByRole("link", { name: "Back to the room" }).click();
    await page.getByTestId("results").waitFor();
    const before = asked;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => fetch("/icon.svg").then((answer) => answer.text()));
    assert.equal(asked, before);
  });
  await stage.visiting({ as: player, screen: "phone" }, async (page, actor) => {
    let full = true;
    await page.route("**/api/samedeal.v1.AnalysisService/AnalyseSeat", (route) =>
      full
        ? route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify(busy) })
        : route.continue(),
    );
    await actor.goto(`/r/${code}/replay?seat=0&analyse=1`);
    await page.getByText("Too many games are waiting").waitFor();
    full = false;
    await page.getByTestId("analysis-retry").click();
    await analysed(page);
    page.faults = page.faults.filter((text) => !/status of 503/.test(text));
  });
});

/** stood is two people's games on one typed deal, each in a room of their own, as its board has them. */
const stood = () =>
  stage.once("stood", async () => {
    const deal = "KL1-D1N-AAAAAAH";
    const [ana, bo] = [await gaveUp(deal, 16, "Ana"), await gaveUp(deal, 9, "Božo")].map((g) => g.player);
    await ranked(service, `deal/${deal}`, ana.player);
    await ranked(service, `deal/${deal}`, bo.player);
    return { board: `deal/${deal}`, ana, bo };
  });

// Fails if the two do not run on one clock, changing places loses the moment, or one cannot be put beside one's own.
test("two games of a board run side by side on one clock, and change places", {
  timeout: 90_000,
}, async () => {
  const { board, ana, bo } = await stood();
  await stage.visiting({ as: bo }, async (page, actor) => {
    await actor.goto(`/ghosts/${board}?player=${ana.player}`);
    await whole(page);
    assert.deepEqual(await lanes(page), [ana.player]);
    await page.getByTestId("ghosts-choice").click();
    await page.waitForURL(`**/ghosts/${board}?player=${ana.player}&ghost=${bo.player}`);
    await page.getByTestId("replay-lane").nth(1).waitFor();
    await whole(page);
    assert.deepEqual(await lanes(page), [ana.player, bo.player]);
    const who = await page.getByTestId("ghosts-who").allTextContents();
    assert.match(who.join(" "), /1\. *Ana.*2\. *Božo/s);
    assert.match(await page.locator("h1").textContent(), /KL1-D1N-AAAAAAH/);

    await page.keyboard.press("End");
    const steps = () =>
      page.getByTestId("replay-lane").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.step)));
    const atEnd = await steps();
    assert.ok(
      atEnd.every((step) => step > 0),
      `${atEnd}`,
    );
    await page.keyboard.press("ArrowLeft");
    const before = await steps();
    assert.ok(before[0] + before[1] < atEnd[0] + atEnd[1]);
    await page.getByTestId("ghosts-swap").click();
    await page.waitForURL(`**/ghosts/${board}?player=${bo.player}&ghost=${ana.player}**`);
    await page.locator(`[data-testid="replay-lane"][data-seat="${bo.player}"]`).first().waitFor();
    assert.deepEqual(await lanes(page), [bo.player, ana.player]);
    assert.deepEqual(await steps(), before.toReversed());

    // The address of a moment leads to it.
    await page.waitForURL(`**&step=${before[1]}`);
    await page.reload();
    await whole(page);
    await stepIs(page, before[1]);
    await page.getByTestId("ghosts-choice").click();
    await page.getByTestId("replay-lane").nth(1).waitFor({ state: "detached" });
    assert.deepEqual(await lanes(page), [bo.player]);
  });
});

test("a game that is not there, a board that is none, and a daily that is still to be played are told", {
  timeout: 120_000,
}, async () => {
  const { board, ana, bo } = await stood();
  await stage.visiting({ as: bo, screen: "phone", locale: "he-IL" }, async (page, actor) => {
    await actor.goto(`/ghosts/deal/KL1-D1N-AAAAAAZ?player=${ana.player}`);
    await page.getByTestId("no-game").waitFor();
    assert.equal(await page.locator('a[href="/boards/deal/KL1-D1N-AAAAAAZ"]').count(), 2);
    await actor.goto(`/ghosts/all/KL9-D1N?player=${ana.player}`);
    await page.getByTestId("no-game").waitFor();
    assert.equal(await page.locator('a[href="/boards"]').count(), 1);
    // One of two that is missing leaves the other.
    await actor.goto(`/ghosts/${board}?player=${ana.player}&ghost=nobody`);
    await page.getByTestId("no-game").waitFor();
    assert.deepEqual(await lanes(page), [ana.player]);
    page.faults = page.faults.filter((text) => !/status of 40[04]/.test(text));
  });

  const date = dateOf(Date.now());
  const daily = `daily/${date}/FC1-C4`;
  const { room } = await rpc(service, "DailyService/StartDaily", {
    token: ana.token,
    date,
    variant: "FC1-C4",
  });
  const member = await stage.crowd.enter(room, { player: ana.player, name: ana.name, token: ana.token });
  await stage.crowd.play(member, 5);
  await stage.crowd.resign(member);
  await ranked(service, daily, ana.player);
  await stage.visiting({ as: bo, screen: "phone" }, async (page, actor) => {
    await actor.goto(`/ghosts/${daily}?player=${ana.player}`);
    await page.getByTestId("not-played").waitFor();
    await page.getByRole("link", { name: "To the daily challenge" }).click();
    await page.waitForURL("**/daily");
    page.faults = page.faults.filter((text) => !/status of 4\d\d/.test(text));
  });
  await stage.visiting({ as: ana }, async (page, actor) => {
    await actor.goto(`/ghosts/${daily}?player=${ana.player}`);
    await whole(page);
    assert.deepEqual(await lanes(page), [ana.player]);
    // Before the day is over only its own player is told how far the game could have been won.
    await actor.goto(`/r/${room}/replay?seat=0&analyse=1`);
    await page.locator('[data-testid="analysis"][data-done="true"]').waitFor({ timeout: 60_000 });
  });
});

test("any deal is chosen, remembered, and no question where the deal is typed", {
  timeout: 60_000,
}, async () => {
  await stage.visiting({ as: await guest(service, "Ana") }, async (page, actor) => {
    const any = page.getByRole("switch", { name: /^Any deal/ });
    await actor.goto("/new");
    await page.locator("summary").click();
    assert.equal(await any.isChecked(), false);
    await any.check({ force: true });
    await page.locator("button[type=submit]").click();
    await page.waitForURL("**/r/*");
    const { room } = await rpc(service, "RoomService/GetRoom", { code: page.url().slice(-6) });
    assert.equal(room.options.anyDeal, true);
    await page.goto("/new");
    await page.locator("summary").click();
    assert.equal(await any.isChecked(), true);
    await page.goto("/new?deal=KL1-D3N-AAAAAAB");
    await page.locator("summary").click();
    assert.equal(await any.count(), 0);
  });
});

const widths = [320, 360, 600, 640, 768, 900, 1280];
for (const locale of ["en-US", "he-IL", "hr-HR"]) {
  test(`nothing stands out at the side from ${widths[0]} px on, in ${locale}`, {
    timeout: 120_000,
  }, async () => {
    for (const name of ["replay-way", "ghosts", "ghosts-missing"]) {
      await stage.visiting({ locale, screen: "phone" }, async (page, actor) => {
        await scenes[name](actor, stage);
        for (const width of widths) {
          await page.setViewportSize({ width, height: width >= 600 && width < 768 ? 360 : 640 });
          await still(page);
          assert.deepEqual(await outside(page), [], `${name} at ${width} px`);
        }
        page.faults = page.faults.filter((text) => !/status of 404/.test(text));
      });
    }
  });
}

/** outside gives what of the page, the boards apart, is not wholly in the window, or is too small to be pressed. */
function outside(page) {
  return page.evaluate(() => {
    const hidden = (element) => element.closest("[data-testid='board'], .board, .visually-hidden");
    return [...document.querySelectorAll("a, button, select, input, p, h1, h2")].flatMap((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (hidden(element) || width <= 1) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent.trim();
      const out = left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5;
      const small = element.matches("a, button, select") && (width < 43.5 || height < 43.5);
      return out || small ? [`${name}: ${left} to ${right}, ${top} to ${bottom}`] : [];
    });
  });
}

test("who has deleted their account is called so in results and replays", { timeout: 90_000 }, async () => {
  const race = await stage.race({ deal: "FC1-C4-AAAAAAE" }, [
    ["Ana", 4],
    ["Bo", 3],
  ]);
  for (const member of race.members) await stage.crowd.resign(member);
  await rpc(service, "PlayerService/DeleteAccount", { token: race.members[1].token });
  // A room that is open asks for names once a minute; one that is opened anew at once.
  await service.kill();
  await service.start();
  await stage.visiting({ as: race.members[0] }, async (page, actor) => {
    await actor.goto(`/r/${race.code}`);
    await page.getByTestId("result-row").nth(1).waitFor();
    assert.match(await page.getByTestId("results").textContent(), /Deleted player/);
    await page.getByRole("link", { name: "Replay of Deleted player's game" }).click();
    await whole(page);
    assert.equal(await page.locator("h1").textContent(), "Replay: Deleted player");
    assert.equal(await page.locator('[data-testid="replay-lane"] h2').textContent(), "Deleted player");
  });
});
