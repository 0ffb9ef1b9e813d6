// The daily challenge before, in and after one's own attempt, and figures and names as long as they can be. Some of
// it no service of today's tells: these scenes are given a stage with a Wire.

import { ranked, rpc } from "./boards.mjs";
import { guest } from "./crowd.mjs";
import { boardOf, dateOf, dayOn, dayOver, daysAgo, monthOf } from "./days.mjs";

const wideName = "W".repeat(24);
const today = dateOf(Date.now());
const most = 4_294_967_295;

const variants = ["FC1-C4", "KL1-D3N", "TF1-D1N"];

/** played is a day that some have played: the first has ended all three, the last is in the middle of one. */
const played = (stage) =>
  stage.once("daily played", async () => {
    const { service, crowd } = stage;
    const people = [];
    for (const [i, name] of ["Ana", wideName, "נועה", "Ivan Horvat", "Željka Đurić", "Bo"].entries()) {
      const who = { ...(await guest(service, name)), rooms: {} };
      people.push(who);
      for (const variant of i === 0 ? variants : ["FC1-C4"]) {
        const { room } = await rpc(service, "DailyService/StartDaily", { token: who.token, variant });
        who.rooms[variant] = room;
        const member = await crowd.enter(room, who);
        await crowd.play(member, 7 + 5 * i);
        if (name !== "Bo") await crowd.resign(member);
        await crowd.part(member);
      }
      if (name !== "Bo") await ranked(service, `daily/${today}/FC1-C4`, who.player);
    }
    return people;
  });

async function shown(actor, path = "/daily") {
  const page = await actor.goto(path);
  await page.getByTestId("challenge").first().waitFor();
  await page.locator('[data-testid="board-table"][data-loading="false"]').waitFor();
  await page.locator('[data-testid="calendar"][aria-busy="false"]').waitFor();
  return page;
}

async function as(actor, stage, n) {
  const people = await played(stage);
  const who = people.at(n);
  await actor.be(who);
  return who;
}

/** A row, and a board of such rows, with the highest figures that there can be. */
const highRow = (row) => ({
  ...row,
  place: row.place + 1_234_567_000,
  name: row.place % 2 ? wideName : row.name,
  result: { ending: "ENDING_HOME", score: most, timeMs: most, moves: most },
});
function highBoard(board, me) {
  const shownBoard = boardOf(board, 10, me);
  const rows = shownBoard.rows.map(highRow);
  return { ...shownBoard, ranked: most, won: most, rows, mine: highRow(shownBoard.mine) };
}

/** high answers all calls of a page with the highest figures. */
async function high(actor, stage) {
  const me = await guest(stage.service, wideName);
  await actor.be(me);
  const { page } = actor;
  const mine = { room: "BKTWRN", begunMs: "1", row: highRow(boardOf("", 47, me.player).mine) };
  const day = dayOn(today, 86_399, { mine, streak: { days: most, longest: most, offsetMinutes: 840 } });
  for (const challenge of day.challenges) Object.assign(challenge, { played: most, won: most });
  await stage.wire.fake(page, "daily", "getDaily", () => day);
  await stage.wire.fake(page, "daily", "getCalendar", ({ month }) => monthOf(month, today));
  await stage.wire.fake(page, "boards", "getBoard", ({ board }) => highBoard(board, me.player));
  await stage.wire.fake(page, "boards", "getMyResults", () => ({
    results: variants.map((variant) => ({
      board: `all/${variant}`,
      ranking: "RANKING_FIRST_HOME",
      mine: mine.row,
      ranked: most,
    })),
  }));
}

export const dailyScenes = {
  "daily-nobody": async (actor) => {
    await shown(actor);
  },
  daily: async (actor, stage) => {
    await actor.be(await guest(stage.service, "Ana"));
    await shown(actor);
  },
  "daily-begin": async (actor) => {
    const page = await shown(actor);
    await page.getByTestId("begin").first().click();
    await page.getByTestId("begin-yes").waitFor();
  },
  "daily-attempt": async (actor, stage) => {
    await as(actor, stage, -1);
    const page = await shown(actor);
    await page.getByTestId("go-on").waitFor();
  },
  "daily-race": async (actor, stage) => {
    const { rooms } = await as(actor, stage, -1);
    const page = await actor.goto(`/r/${rooms["FC1-C4"]}`);
    await page.locator('[data-testid="board"] [data-card]:visible').first().waitFor();
  },
  "daily-after": async (actor, stage) => {
    await as(actor, stage, 0);
    const page = await shown(actor);
    await page.locator('[data-standing="ended"]').nth(2).waitFor();
    await page.getByTestId("daily-board-choice").getByRole("radio", { name: "FreeCell" }).check();
    await page.locator('[data-testid="board-table"][data-loading="false"][data-board$="C4"]').waitFor();
  },
  "daily-end": async (actor, stage) => {
    const { rooms } = await as(actor, stage, 0);
    const page = await actor.goto(`/r/${rooms["FC1-C4"]}`);
    await page.locator('[data-testid="daily-end"]:not([data-place="0"])').waitFor();
  },
  "daily-withheld": async (actor, stage) => {
    const { rooms } = (await played(stage))[0];
    const page = await actor.goto(`/r/${rooms["FC1-C4"]}`);
    await page.getByTestId("not-played").waitFor();
  },
  "daily-past": async (actor, stage) => {
    const me = await guest(stage.service, "Ana");
    await actor.be(me);
    const date = daysAgo(2);
    await stage.wire.fake(actor.page, "daily", "getDaily", () => dayOver(date, me.player));
    await stage.wire.fake(actor.page, "daily", "getCalendar", ({ month }) => monthOf(month, today));
    await stage.wire.fake(actor.page, "boards", "getBoard", ({ board, from, most: size }) =>
      boardOf(board, 47, me.player, { from: from || 1, most: size }),
    );
    const page = await shown(actor, `/daily/${date}`);
    await page.locator("summary").first().click();
  },
  "daily-to-come": async (actor) => {
    const page = await actor.goto("/daily/2999-01-01");
    await page.getByTestId("no-day").waitFor();
    // The browser itself tells of the answer.
    page.faults.length = 0;
  },
  "daily-failed": async (actor) => {
    await actor.page.route("**/*DailyService/*", (route) => route.abort());
    const page = await actor.goto("/daily");
    await page.getByRole("alert").first().waitFor();
    actor.page.faults.length = 0;
  },
  "high-daily": async (actor, stage) => {
    await high(actor, stage);
    await shown(actor);
  },
  "high-home": async (actor, stage) => {
    await high(actor, stage);
    const page = await actor.goto("/");
    await page.getByTestId("today-challenge").first().waitFor();
  },
  "high-boards": async (actor, stage) => {
    await high(actor, stage);
    const page = await actor.goto("/boards/all/KL1-D3N");
    await page.locator('[data-testid="board-table"][data-loading="false"]').waitFor();
  },
  "high-profile": async (actor, stage) => {
    await high(actor, stage);
    const page = await actor.goto("/profile");
    await page.getByTestId("my-results").waitFor();
    await page.getByTestId("streak").waitFor();
  },
};
