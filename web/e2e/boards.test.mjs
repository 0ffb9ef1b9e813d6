// Leaderboards and friends, as people meet them: a race puts its players on boards, an invitation makes friends.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { boardScenes } from "./harness/board_scenes.mjs";
import { befriend, ranked, rankedRace, rpc } from "./harness/boards.mjs";
import { launch } from "./harness/browser.mjs";
import { guest } from "./harness/crowd.mjs";
import { boardOf, dateOf, daysAgo } from "./harness/days.mjs";
import { freecell, line } from "./harness/race.mjs";
import { Stage, still } from "./harness/scenes.mjs";
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

const loaded = (page, board) =>
  page
    .locator(
      `[data-testid="board-table"][data-loading="false"]${board === undefined ? "" : `[data-board="${board}"]`}`,
    )
    .waitFor();

/** names are those of a board's rows, from the top. */
const names = async (page) =>
  (await page.locator('[data-testid="board-row"] .name bdi').allTextContents()).map((name) => name.trim());

const choose = (page, value, within = "board-choice") =>
  page.getByTestId(within).locator(`input[value="${value}"]`).check({ force: true });

const path = (page) => {
  const { pathname, search } = new URL(page.url());
  return decodeURIComponent(pathname + search);
};

// Fails if a result does not come to a board that it belongs on, or a choice leads to another board's address.
test("a race on a secret deal stands on the boards of all time, its month, week and day, and its deal", {
  timeout: 90_000,
}, async () => {
  const { deal, members } = await rankedRace(stage, "KL1-D1N", [
    ["Ana", 14],
    ["Bo", 5],
  ]);
  const all = await ranked(service, "all/KL1-D1N", members[1].player);
  const order = all.rows.map(({ name }) => name);
  await ranked(service, `deal/${deal}`, members[1].player);
  await stage.visiting({ as: members[0] }, async (page, actor) => {
    await actor.goto("/rules");
    await page.locator('header a[href="/boards"]').click();
    await page.waitForURL("**/boards/all/KL1-D3N");
    await page.getByTestId("board-variant").selectOption("KL1-D1N");
    await loaded(page, "all/KL1-D1N");
    assert.deepEqual(await names(page), order);
    for (const span of ["month", "week", "day"]) {
      await choose(page, span);
      await page.waitForURL(`**/boards/${span}/*/KL1-D1N`);
      await loaded(page, path(page).slice("/boards/".length));
      assert.deepEqual(await names(page), order, path(page));
    }
    // There is nothing before, and a way back.
    const today = path(page);
    await page.getByTestId("span-before").click();
    await loaded(page, path(page).slice("/boards/".length));
    assert.deepEqual(await names(page), []);
    await page.getByTestId("span-after").click();
    assert.equal(path(page), today);
    assert.ok(await page.getByTestId("span-after").isDisabled());

    await choose(page, "deal");
    await page.getByTestId("board-deal").fill(deal.toLowerCase());
    await page.getByTestId("show-deal").click();
    await loaded(page, `deal/${deal}`);
    assert.equal(path(page), `/boards/deal/${deal}`);
    assert.deepEqual((await names(page)).toSorted(), ["Ana", "Bo"]);
    assert.equal(await page.getByText("deal known before").count(), 0);
    const game = page.getByTestId("board-game").first();
    assert.ok((await game.getAttribute("href")).startsWith(`/ghosts/deal/${deal}?player=`));
    await page.reload();
    await loaded(page, `deal/${deal}`);
    // Choosing is no step in the history: one step back is where one came from.
    await page.goBack();
    await page.waitForURL("**/rules");
  });
});

test("a deal's code that is wrong is answered with what would be right, and a known deal is marked", {
  timeout: 60_000,
}, async () => {
  const { members } = await stage.race({ deal: freecell.code }, [
    ["Ana", line],
    ["Bo", 9],
  ]);
  await stage.crowd.resign(members[1]);
  await ranked(service, `deal/${freecell.code}`, members[1].player);
  await stage.visiting({}, async (page, actor) => {
    await actor.goto("/boards/all/FC1-C4");
    await loaded(page, "all/FC1-C4");
    assert.deepEqual(await names(page), [], "a known deal is on its own board alone");
    await choose(page, "deal");
    await page.getByTestId("board-deal").fill("FC1-D3N-AAAAAAB");
    await page.getByTestId("show-deal").click();
    await page.getByText("it takes C4, C2 or C1").waitFor();
    assert.equal(path(page), "/boards/all/FC1-C4");
    await page.getByTestId("board-deal").fill(freecell.code);
    await page.keyboard.press("Enter");
    await loaded(page, `deal/${freecell.code}`);
    assert.deepEqual(await names(page), ["Ana", "Bo"]);
    assert.equal(await page.getByText("deal known before").filter({ visible: true }).count(), 2);
    // In FreeCell whoever is home first stands first, unless one asks otherwise.
    assert.ok(await page.locator("input:checked + span", { hasText: "First home" }).count());
  });
});

// Fails if rows are left out between pages, or one's own is not shown while it is on another.
test("a long board has pages, and one's own row is always there", { timeout: 90_000 }, async () => {
  await stage.visiting({ screen: "phone" }, async (page, actor) => {
    await boardScenes.boards(actor, stage);
    const places = () =>
      page.locator("[data-testid=board-row]:not(.mine)").evaluateAll((rows) => rows.length);
    const first = await places();
    assert.equal(await page.locator("[data-testid=board-row].mine").count(), 1);
    await page.getByTestId("board-next").click();
    await page.getByText("21 to 24 of 24").waitFor();
    await loaded(page);
    assert.equal(await page.locator("[data-testid=board-row].mine").count(), 1);
    assert.equal(first + (await places()), 23, "all the others");
    await page.getByTestId("board-previous").click();
    await page.getByText("1 to 20 of 24").waitFor();
  });
});

test("without a network the pages say so, and go on when it is back", { timeout: 60_000 }, async () => {
  await stage.visiting({ as: await guest(service, "Ana") }, async (page, actor) => {
    await actor.goto("/boards/all/KL1-D3P3");
    await loaded(page, "all/KL1-D3P3");
    await page.context().setOffline(true);
    await choose(page, "month");
    const alert = page.locator("main").getByRole("alert");
    await alert.waitFor();
    await page.context().setOffline(false);
    await alert.getByRole("button").click();
    await alert.waitFor({ state: "detached" });
    await loaded(page);
  });
});

// Fails if a way is offered to games that the service withholds, or that stand behind no row.
test("sums have no game to watch, and the daily's games are withheld from who has not played", {
  timeout: 60_000,
}, async () => {
  const today = dateOf(Date.now());
  const ana = await guest(service, "Ana");
  let mine = false;
  const answer = ({ board }) => {
    const shown = boardOf(board, 5, mine ? ana.player : undefined);
    if (!/^daily-/.test(board)) return shown;
    const total = { days: 5, won: 3, score: 1234, timeMs: 900_000, wonTimeMs: 700_000 };
    return { ...shown, rows: shown.rows.map(({ result: _, startMs: __, ...row }) => ({ ...row, total })) };
  };
  await stage.visiting({ as: ana, screen: "phone" }, async (page, actor) => {
    await wire.fake(page, "boards", "getBoard", answer);
    const games = page.getByTestId("board-game");
    await actor.goto(`/boards/daily/${today}/KL1-D3N`);
    await loaded(page, `daily/${today}/KL1-D3N`);
    assert.equal(await games.count(), 0, "withheld");
    mine = true;
    await page.reload();
    await loaded(page, `daily/${today}/KL1-D3N`);
    assert.equal(await games.count(), 5, "the player's own has ended");
    mine = false;
    await page.getByTestId("span-before").click();
    await loaded(page, `daily/${daysAgo(1)}/KL1-D3N`);
    assert.equal(await games.count(), 5, "the day is over");
    for (const span of ["week", "month"]) {
      await choose(page, span);
      await page.waitForURL(`**/boards/daily-${span}/*/KL1-D3N`);
      await loaded(page, path(page).slice("/boards/".length));
      assert.equal(await games.count(), 0, "sums");
      await page.getByText("3 of 5 days won").filter({ visible: true }).first().waitFor();
    }
    await choose(page, "races");
    await loaded(page, "all/KL1-D3N");
  });
});

// Fails if an invitation that was accepted does not make friends of both, or their boards show others too.
test("an invitation makes friends, who have boards of their own", { timeout: 90_000 }, async () => {
  const { members } = await rankedRace(stage, "TF1-D1N", [
    ["Ana", 8],
    ["Stranger", 8],
  ]);
  await ranked(service, "all/TF1-D1N", members[1].player);
  await stage.visiting({ as: members[0] }, async (ana, actor) => {
    await actor.goto("/profile");
    await ana.getByTestId("my-results").locator('a[href^="/boards/all/TF1-D1N"]').waitFor();
    await ana.getByTestId("invite").click();
    const link = await ana.getByTestId("invitation-link").getAttribute("href");
    await ana.locator(".qr svg").waitFor();

    let friend;
    await stage.visiting({ screen: "phone" }, async (bo) => {
      await bo.goto(link);
      await bo.getByText("Ana invites you to be friends.").waitFor();
      // Whoever looks at an invitation is nobody yet.
      assert.equal(await bo.evaluate(() => localStorage.getItem("samedeal.identity")), null);
      await bo.getByRole("textbox").fill("Bo");
      await bo.getByTestId("accept").click();
      await bo.getByText("You and Ana are friends now.").waitFor();
      friend = await bo.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")));
      // The link has been used, and who used it is told so.
      await bo.reload();
      await bo.getByText(/friends already/).waitFor();
      await bo.locator('main a[href="/boards?show=friends"]').click();
      await loaded(bo);
    });
    assert.equal(friend.name, "Bo");
    await stage.visiting({}, async (late) => {
      await late.goto(link);
      await late.getByText("This invitation is not good").waitFor();
      // The browser itself tells of the answer's status.
      late.faults = late.faults.filter((text) => !/status of 404/.test(text));
    });

    const race = await rankedRace(stage, "TF1-D1N", [[friend, 9]]);
    await ranked(service, "all/TF1-D1N", race.members[0].player);
    await ana.goto("/boards/all/TF1-D1N?show=friends");
    await loaded(ana, "all/TF1-D1N");
    assert.deepEqual((await names(ana)).toSorted(), ["Ana", "Bo"]);
    await choose(ana, "around", "board-table");
    await ana.locator('[data-testid="board-row"]', { hasText: "Stranger" }).waitFor();
    await choose(ana, "all", "board-table");
    assert.equal(await ana.locator('[data-testid="board-row"].mine').count(), 1);
  });
});

test("one's own invitation is no way to be one's own friend", async () => {
  const ana = await guest(service, "Ana");
  const { link } = await rpc(service, "FriendService/CreateInvitation", { token: ana.token });
  await stage.visiting({ as: ana }, async (page, actor) => {
    await actor.goto(new URL(link).pathname);
    await page.getByText("This invitation is your own.").waitFor();
    assert.equal(await page.getByTestId("accept").count(), 0);
  });
});

// Fails if what was confirmed is not done, or is done without being confirmed.
test("friends are removed, blocked and unblocked, each after a question", { timeout: 60_000 }, async () => {
  const [ana, bo, cy] = await Promise.all(["Ana", "Bo", "W".repeat(24)].map((name) => guest(service, name)));
  await befriend(service, ana, bo);
  await befriend(service, ana, cy);
  await stage.visiting({ as: ana, screen: "phone" }, async (page, actor) => {
    await actor.goto("/profile");
    const friends = page.getByTestId("friends").getByRole("listitem");
    const act = async (name, what) => {
      await friends.filter({ hasText: name }).getByRole("button").click();
      await page.getByTestId(what).click();
    };
    await act("Bo", "remove-friend");
    await page.keyboard.press("Escape");
    assert.equal(await friends.count(), 2);
    await act("Bo", "remove-friend");
    await page.getByTestId("sure").click();
    await friends.filter({ hasText: "Bo" }).waitFor({ state: "detached" });
    await act(cy.name, "block");
    await page.getByTestId("sure").click();
    const blocked = page.getByTestId("blocked");
    await blocked.locator("summary").click();
    assert.equal(await friends.count(), 0);

    // An invitation of whoever is blocked is none, until they are not blocked any more.
    const { code } = await rpc(service, "FriendService/CreateInvitation", { token: ana.token });
    const accept = () => rpc(service, "FriendService/AcceptInvitation", { token: cy.token, code });
    await assert.rejects(accept(), /BAD_INVITATION|404/);
    await blocked.getByRole("button").click();
    await page.getByTestId("sure").click();
    await blocked.waitFor({ state: "detached" });
    await accept();
    await page.reload();
    await friends.filter({ hasText: cy.name }).waitFor();
  });
});

test("who sits in the same room can be blocked there", { timeout: 60_000 }, async () => {
  const { code, host } = await stage.lobby(["Bo"]);
  await stage.visiting({ as: host }, async (page, actor) => {
    await actor.goto(`/r/${code}`);
    await page.getByTestId("people").locator("li", { hasText: "Bo" }).getByRole("button").click();
    await page.getByTestId("block").click();
    await page.getByTestId("sure").click();
    await page.getByText("Bo is blocked.").waitFor();
  });
  const { blocked } = await rpc(service, "FriendService/ListFriends", { token: host.token });
  assert.deepEqual(
    blocked.map(({ name }) => name),
    ["Bo"],
  );
});

const widths = [320, 360, 768, 1280];
for (const locale of ["en", "he", "hr"]) {
  // Fails if a name, a row of choices or a column makes a page wider than the window, or a target too small.
  test(`nothing stands out at the side from ${widths[0]} px on, in ${locale}`, {
    timeout: 180_000,
  }, async () => {
    for (const name of ["boards", "boards-deal", "boards-daily", "profile-races", "profile-name", "friend"]) {
      await stage.visiting({ locale }, async (page, actor) => {
        await page.setViewportSize({ width: widths[0], height: 568 });
        await boardScenes[name](actor, stage);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await still(page);
          const { over, small } = await page.evaluate(measure);
          assert.deepEqual(over, [], `${name} at ${width} px is too wide`);
          assert.deepEqual(small, [], `${name} at ${width} px has small targets`);
        }
      });
    }
  });
}

/** measure runs in the page: what reaches over its edges, and what is pressed and too small. */
function measure() {
  const main = document.querySelector("main");
  const shown = (element) => element.checkVisibility() && !element.closest(".visually-hidden");
  const nameOf = (element) => `${element.localName} ${element.className} ${element.textContent.slice(0, 30)}`;
  const all = [...document.querySelectorAll("header *, main *, footer *")].filter(shown);
  return {
    over: all
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
      })
      .filter((element) => !element.closest("svg, .visually-hidden, .word"))
      .map(nameOf),
    small: [...main.querySelectorAll("button, a, select, summary, label:has(input)")]
      .filter(shown)
      .filter((element) => !element.closest("p"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 39.5 || height < 39.5;
      })
      .map(nameOf),
  };
}
