// Ten players and one in a page play today's FreeCell, and the page shows them the board that a plain model makes of
// what the players were told at the end of their races.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drag, settled } from "./harness/board.mjs";
import { ranked, rpc } from "./harness/boards.mjs";
import { launch, person } from "./harness/browser.mjs";
import { Crowd, guest } from "./harness/crowd.mjs";
import { dateOf } from "./harness/days.mjs";
import { Service } from "./harness/service.mjs";

const variant = "FC1-C4";

let service;
let browser;
let crowd;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
  crowd = await Crowd.gather(browser, service);
});
after(async () => {
  await crowd?.disperse();
  await browser?.close();
  await service?.stop();
});

const start = async ({ token }, practice = false) =>
  (await rpc(service, "DailyService/StartDaily", { token, variant, practice })).room;

/** solved is a line that wins from a board on which every card lies open. */
async function solved({ columns }) {
  const file = join(service.data, "board.txt");
  await writeFile(file, columns.map((column) => `${column}\n`).join(""));
  const out = await service.run("solve", "--board", file, "--game", variant);
  const words = out.split("\n").filter((text) => text !== "" && !text.startsWith("#"));
  return words.join(" ").split(/\s+/).filter(Boolean);
}

/** told is a race's result, as its room tells it. */
async function told(room) {
  for (;;) {
    const { room: shown } = await rpc(service, "RoomService/GetRoom", { code: room });
    const { player, result } = shown.seats[0];
    if (result)
      return { player, ending: result.ending, score: 0, timeMs: 0, moves: 0, actions: 0, ...result };
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** attemptEnded waits until a player's attempt is on its board, a moment after its room has told its end. */
async function attemptEnded({ token }) {
  for (;;) {
    const { challenges } = await rpc(service, "DailyService/GetDaily", { token });
    if (challenges.find((challenge) => challenge.variant === variant).mine?.row) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** What each of the ten plays of the line: those who come home first, then those who give up on the way. */
const ways = [
  (line) => line,
  (line) => [line[0], "u", ...line],
  (line) => [line[0], "u", line[0], "u", ...line],
  (line) => line,
  (line) => line.slice(0, -8),
  (line) => line.slice(0, line.length >> 1),
  (line) => line.slice(0, line.length >> 1),
  (line) => line.slice(0, 3),
  () => [],
  () => [],
];
const names = [
  "Bo",
  "נועה",
  "W".repeat(24),
  "Ivan Horvat",
  "Šime",
  "Željka Đurić",
  "דנה כהן",
  "Cy",
  "Di",
  "Ed",
];

/** playAll has the ten play their attempt; the first who gives up wins the same deal afterwards, for practice. */
async function playAll(people, rooms, members, line) {
  await Promise.all(
    members.map(async (member, i) => {
      const { won } = await crowd.play(member, ways[i](line));
      if (!won) await crowd.resign(member);
    }),
  );
  const again = people[4];
  assert.equal(await start(again), rooms[4], "a second attempt is another one");
  await attemptEnded(again);
  const practice = await start(again, true);
  assert.notEqual(practice, rooms[4]);
  await crowd.part(members[4]);
  const member = await crowd.enter(practice, again);
  await crowd.play(member, line);
  assert.equal((await told(practice)).ending, "ENDING_HOME");
  await crowd.part(member);
}

const dailyBoard = (page) => page.locator('[data-testid="board-table"][data-loading="false"]');

/** openBoard has the daily page show the board of FreeCell. */
async function openBoard(page) {
  await page.goto("/daily");
  await page.getByTestId("daily-board-choice").getByRole("radio", { name: "FreeCell" }).check();
  await dailyBoard(page).and(page.locator('[data-board$="FC1-C4"]')).waitFor();
}

/** How many moves at the start and at the end are made in the page; those between them take long there. */
const inPage = 8;

const dealt = (page, moves) =>
  page.locator(`[data-testid="race"][data-moves="${moves}"][data-unanswered="0"]`).waitFor();

/** playInPage plays the page's attempt to its end. */
async function playInPage(page, room, line) {
  const drags = async (from, to) => {
    for (let i = from; i < to; i++) {
      await dealt(page, i);
      // A card that still travels is not where it is taken.
      await settled(page);
      await drag(page, line[i]);
    }
  };
  await drags(0, inPage);
  await dealt(page, inPage);
  const who = await page.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")));
  await page.goto("/rules");
  const member = await crowd.enter(room, who);
  await crowd.play(member, line.slice(inPage, -inPage));
  await crowd.part(member);
  await page.goto(`/r/${room}`);
  await drags(line.length - inPage, line.length);
  await page.getByTestId("daily-end").waitFor();
}

/** group is 0 for a game that came home, 2 for one without an action, 1 for the others. */
const group = ({ ending, actions }) => (actions === 0 ? 2 : ending === "ENDING_HOME" ? 0 : 1);

/** compare is below 0 if a stands before b. */
function compare(a, b, firstHome) {
  const apart = group(a) - group(b);
  if (apart !== 0 || group(a) === 2) return apart;
  const by = { score: b.score - a.score, time: a.timeMs - b.timeMs, moves: a.moves - b.moves };
  return firstHome && group(a) === 0 ? by.time || by.score || by.moves : by.score || by.time || by.moves;
}

const two = (n) => String(n).padStart(2, "0");
function clock(ms, tenths) {
  const s = Math.floor(ms / 1000);
  return `${Math.floor(s / 60)}:${two(s % 60)}${tenths ? `.${Math.floor(ms / 100) % 10}` : ""}`;
}

/** modelOf are the rows as the page must show them, in their order. */
function modelOf(results, named, me, firstHome) {
  const before = (a, b) => compare(a, b, firstHome) || (a.player < b.player ? -1 : 1);
  return results.toSorted(before).map((result) => {
    const better = results.filter((other) => compare(other, result, firstHome) < 0).length;
    const won = result.ending === "ENDING_HOME";
    return {
      place: 1 + better,
      name: named.get(result.player),
      mine: result.player === me,
      time: clock(result.timeMs, won),
      score: result.score,
      percentile: Math.floor((100 * (results.length - 1 - better)) / (results.length - 1)),
      details: `${won ? "Won" : "Resigned"} · ${result.moves} move${result.moves === 1 ? "" : "s"}`,
      player: result.player,
    };
  });
}

/** shown are the rows that the page has, with the player whose game is offered. */
const shown = (page) =>
  page.getByTestId("board-row").evaluateAll((rows) =>
    rows.map((row) => ({
      place: Number(row.dataset.place),
      name: row.querySelector(".name bdi").textContent.trim(),
      mine: row.classList.contains("mine"),
      time: row.querySelector(".number bdi").textContent,
      score: Number(row.querySelector(".score").textContent),
      percentile: Number(row.querySelector(".percentile").textContent),
      details: row.querySelector(".roomy").textContent.trim(),
      player: new URL(row.querySelector("[data-testid=board-game]")?.href ?? "https://none").searchParams.get(
        "player",
      ),
    })),
  );

const choose = async (page, value) => {
  await page.getByTestId("board-table").locator(`input[value="${value}"]`).check({ force: true });
  await dailyBoard(page).waitFor();
};

/** agrees fails unless the page's board is the model's, in each of its views and both of its orders. */
async function agrees(page, results, named, me, friends) {
  for (const [ranking, firstHome] of [
    ["2", true],
    ["1", false],
  ]) {
    await choose(page, "all");
    await choose(page, ranking);
    const model = modelOf(results, named, me, firstHome);
    const mine = model.find((row) => row.mine);
    const at = model.indexOf(mine);
    // Ten rows are a page; the player's own stands below if it is on another.
    const first = model.slice(0, 10);
    assert.deepEqual(await shown(page), at < 10 ? first : [...first, mine], `all, order ${ranking}`);
    await page.getByTestId("board-next").click();
    await page.getByText("11 to 11 of 11").waitFor();
    await dailyBoard(page).waitFor();
    assert.deepEqual(
      await shown(page),
      at === 10 ? [mine] : [model[10], mine],
      `the second page, order ${ranking}`,
    );
    await choose(page, "friends");
    assert.deepEqual(
      await shown(page),
      model.filter(({ player }) => player === me || friends.includes(player)),
      `friends, order ${ranking}`,
    );
    await choose(page, "around");
    const around = await shown(page);
    const from = model.findIndex(({ player }) => player === around[0].player);
    assert.deepEqual(around, model.slice(from, from + 10), `around me, order ${ranking}`);
    assert.ok(
      around.some((row) => row.mine),
      "the player is not among those around",
    );
    await page.getByText("11 players, 5 won").waitFor();
  }
}

// Fails with a place, count or percentile that is off in any view, with practice or a second attempt that counts, and
// with a game that is offered to who has not played.
test("ten play today's FreeCell, and one in the page: the board is right in every view", {
  timeout: 120_000,
}, async () => {
  const page = await person(browser, service, { name: "Ana", worker: false });
  const people = await Promise.all(names.map((name) => guest(service, name)));
  const rooms = await Promise.all(people.map((who) => start(who)));
  assert.equal(new Set(rooms).size, people.length);
  const members = await Promise.all(rooms.map((room, i) => crowd.enter(room, people[i])));

  await page.goto("/profile");
  await page.getByTestId("invite").click();
  const link = await page.getByTestId("invitation-link").getAttribute("href");
  const { token } = people[1];
  await rpc(service, "FriendService/AcceptInvitation", { token, code: new URL(link).pathname.split("/")[2] });

  await page.goto("/daily");
  const challenge = page.locator(`[data-testid="challenge"][data-variant="${variant}"]`);
  await challenge.getByTestId("begin").click();
  await page.getByTestId("begin-yes").click();
  await page.locator('[data-testid="board"] [data-card]').first().waitFor({ state: "attached" });
  const own = new URL(page.url()).pathname.split("/")[2];
  const me = (await page.evaluate(() => JSON.parse(localStorage.getItem("samedeal.identity")))).player;

  const line = await solved(await crowd.play(members[0], 0));
  await Promise.all([playAll(people, rooms, members, line), playInPage(page, own, line)]);
  const results = await Promise.all([...rooms, own].map(told));
  const named = new Map([[me, "Ana"], ...people.map(({ player, name }) => [player, name])]);
  const board = `daily/${dateOf(Date.now())}/${variant}`;
  for (const { player } of people) await ranked(service, board, player);
  await ranked(service, board, me);

  const mine = modelOf(results, named, me, true).find((row) => row.mine);
  await page.locator(`[data-testid="daily-end"][data-place="${mine.place}"]`).waitFor();
  await openBoard(page);
  for (let load = 0; load < 2; load++) {
    await challenge.getByText("Played by 11, won by 5").waitFor();
    await challenge.getByText(`Place ${mine.place} of 11 · percentile ${mine.percentile}`).waitFor();
    await agrees(page, results, named, me, [people[1].player]);
    if (load === 0) await openBoard(page);
  }

  const late = await person(browser, service, { name: "Late", worker: false });
  await openBoard(late);
  const seen = await shown(late);
  assert.deepEqual(
    seen,
    modelOf(results, named, me, true)
      .slice(0, 10)
      .map((row) => ({ ...row, mine: false, player: null })),
    "who has not begun is shown the board without its games",
  );
  assert.deepEqual([...page.faults, ...late.faults], []);
  await page.context().close();
  await late.context().close();
});
