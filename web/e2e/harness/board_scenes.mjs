// Leaderboards, the player's own page and invitations, in every state that can be brought about cheaply.

import { befriend, ranked, rankedRace, rpc } from "./boards.mjs";
import { guest } from "./crowd.mjs";
import { freecell, line } from "./race.mjs";

const wideName = "W".repeat(24);

/** Klondike's boards with more players than a page has rows, and friends among them. */
const klondike = (stage) =>
  stage.once("boards klondike", async () => {
    const { service } = stage;
    const names = ["Ana", wideName, "נועה", "Ivan Horvat", "Željka Đurić", "דנה כהן"];
    const crowd = (n) => Array.from({ length: n }, (_, i) => [names[i] ?? `Ace ${i}`, 6 + 3 * (i % 5)]);
    const race = await rankedRace(stage, "KL1-D3N", crowd(14));
    const other = await rankedRace(stage, "KL1-D3N", crowd(10));
    const [me, ...others] = race.members;
    for (const friend of others.slice(0, 3)) await befriend(service, me, friend);
    await rpc(service, "FriendService/BlockPlayer", { token: me.token, player: other.members[0].player });
    await ranked(service, "all/KL1-D3N", other.members.at(-1).player);
    return { me, deal: race.deal };
  });

/** A deal whose code everybody knew, won by some. */
const dealt = (stage) =>
  stage.once("boards deal", async () => {
    const { members } = await stage.race({ deal: freecell.code }, [
      ["Ana", line],
      [wideName, line],
      ["Ivan Horvat", 12],
    ]);
    await stage.crowd.resign(members[2]);
    await ranked(stage.service, `deal/${freecell.code}`, members[2].player);
    return members;
  });

async function board(actor, id) {
  const page = await actor.goto(`/boards/${id}`);
  await page.locator('[data-testid="board-table"][data-loading="false"]').waitFor();
  return page;
}

async function asMe(actor, stage) {
  const { me, deal } = await klondike(stage);
  await actor.be(me);
  return deal;
}

/** invitation is a link of somebody's, and whose it is. */
async function invitation(stage, name) {
  const host = await guest(stage.service, name);
  const { code } = await rpc(stage.service, "FriendService/CreateInvitation", { token: host.token });
  return { host, path: `/friend/${code}` };
}

/** Races as a browser that has seen many keeps them. */
const pastRaces = Array.from({ length: 7 }, (_, i) => ({
  code: ["QWERTY", "KWTNRH", "ZBDVLM"][i % 3].slice(0, 5) + "ABCDEFG"[i],
  at: 1_790_000_000_000 - i * 86_400_000,
  variant: ["FC1-C4", "KL1-D3P3", "TF1-D1N"][i % 3],
  solo: i % 3 === 1,
  ...(i % 3 === 1 ? {} : { place: 1 + i }),
  ...(i === 4 ? {} : { score: 600 - 91 * i, timeMs: 245_300 + 660_000 * i, ending: 1 + (i % 2) }),
}));

export const boardScenes = {
  boards: async (actor, stage) => {
    await asMe(actor, stage);
    await board(actor, "all/KL1-D3N");
  },
  "boards-friends": async (actor, stage) => {
    await asMe(actor, stage);
    await board(actor, "all/KL1-D3N?show=friends");
  },
  "boards-past": async (actor, stage) => {
    await asMe(actor, stage);
    await board(actor, "week/2026-W40/KL1-D3N");
  },
  "boards-nobody": async (actor, stage) => {
    await klondike(stage);
    await board(actor, "all/KL1-D3N?show=around");
  },
  "boards-deal": async (actor, stage) => {
    const [first] = await dealt(stage);
    await actor.be(first);
    await board(actor, `deal/${freecell.code}`);
  },
  "boards-daily": async (actor) => {
    await board(actor, `daily/${new Date().toISOString().slice(0, 10)}/KL1-D3N`);
  },
  "boards-wrong-deal": async (actor) => {
    const page = await board(actor, "all/KL1-D3N");
    await page.locator('[data-testid="board-choice"] input[value="deal"]').check({ force: true });
    await page.getByTestId("board-deal").fill("KL1-D3N-AAA1AAB");
    await page.getByTestId("show-deal").click();
    await page.locator('[aria-invalid="true"]').waitFor();
  },
  "boards-missing": async (actor) => {
    const page = await actor.goto("/boards/week/2026-W60/KL1-D3N");
    await page.getByRole("alert").waitFor();
  },
  profile: async (actor, stage) => {
    await asMe(actor, stage);
    const page = await actor.goto("/profile");
    await page.getByTestId("friends").waitFor();
    await page.getByTestId("my-results").waitFor();
    await page.getByTestId("streak").waitFor();
    await page.getByTestId("invite").click();
    await page.getByTestId("invitation-link").waitFor();
    await page.locator('[data-testid="blocked"] summary').click();
  },
  "profile-nobody": async (actor) => {
    const page = await actor.goto("/profile");
    await page.getByTestId("invite").waitFor();
  },
  "profile-name": async (actor) => {
    const page = await actor.goto("/profile");
    await page.getByTestId("invite").click();
    await page.locator("input:focus").waitFor();
  },
  "profile-races": async (actor, stage) => {
    const { me } = await klondike(stage);
    await actor.be({ ...me, name: wideName });
    await actor.remember("samedeal.history", pastRaces);
    const page = await actor.goto("/profile");
    await page.getByTestId("all-races").waitFor();
    await page.getByTestId("friends").waitFor();
    await page.getByTestId("my-results").waitFor();
  },
  "profile-code": async (actor, stage) => {
    await asMe(actor, stage);
    const page = await actor.goto("/profile");
    await page.getByTestId("other-device").click();
    await page.getByTestId("device-qr").locator("svg").waitFor();
  },
  "profile-sure": async (actor, stage) => {
    await asMe(actor, stage);
    const page = await actor.goto("/profile");
    await page.getByTestId("friends").getByRole("button").first().click();
    await page.getByTestId("block").click();
    await page.getByTestId("sure").waitFor();
  },
  friend: async (actor, stage) => {
    const { path } = await invitation(stage, wideName);
    const page = await actor.goto(path);
    await page.getByTestId("accept").waitFor();
  },
  "friend-already": async (actor, stage) => {
    const { host, path } = await invitation(stage, "Ivan Horvat");
    const other = await guest(stage.service, "Ana");
    await befriend(stage.service, other, host);
    await actor.be(other);
    const page = await actor.goto(path);
    await page.getByTestId("invitation").waitFor();
  },
  "friend-own": async (actor, stage) => {
    const { host, path } = await invitation(stage, "Ana");
    await actor.be(host);
    const page = await actor.goto(path);
    await page.locator('main a[href="/profile"]').waitFor();
  },
  "friend-bad": async (actor) => {
    const page = await actor.goto("/friend/KWTNRHZBDV");
    await page.getByRole("alert").waitFor();
  },
};
