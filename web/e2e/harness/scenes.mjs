// Every page of the client in every state that can be brought about cheaply, for pictures and for checks.

import assert from "node:assert/strict";
import { boardScenes } from "./board_scenes.mjs";
import { person } from "./browser.mjs";
import { Crowd, guest, room } from "./crowd.mjs";
import { freecell, line } from "./race.mjs";

/** A name as long as a name may be, and one that has no place to break and only wide letters. */
const longName = "Maximiliane Wolkensteins";
const wideName = "W".repeat(24);
const names = ["Ana", "נועה", longName, "Ivan Horvat", "דנה כהן", "Šime", "Bo", "Željka Đurić"];

/** Stage has the rooms that the scenes play in; those that no scene changes are made once. */
export class Stage {
  #kept = new Map();

  constructor(browser, service, crowd) {
    Object.assign(this, { browser, service, crowd });
  }

  static async set(browser, service) {
    return new Stage(browser, service, await Crowd.gather(browser, service));
  }

  /** once makes something the first time that it is asked for. */
  once(key, make) {
    if (!this.#kept.has(key)) this.#kept.set(key, make());
    return this.#kept.get(key);
  }

  /** visiting runs what is to be seen on a page of a person, who may be a player already, and closes it. */
  async visiting({ as, ...options }, see) {
    const page = await person(this.browser, this.service, { worker: false, ...options });
    const actor = new Actor(page);
    if (as) await actor.be(as);
    try {
      await see(page, actor);
      assert.deepEqual(page.faults, []);
    } finally {
      await page.context().close();
    }
  }

  /** lobby is a new room with its owner away and some people in it. */
  async lobby(people, options = {}, owner = "Ana") {
    const host = await guest(this.service, owner);
    const code = await room(this.service, host, { deal: "KL1-D3N", seats: 8, ...options });
    const members = [];
    for (const name of people) members.push(await this.crowd.enter(code, name));
    return { code, host, members };
  }

  /** race is a running race: each player's words, or how many moves, come after their name. */
  async race(options, players) {
    const host = await guest(this.service, players[0][0]);
    const code = await room(this.service, host, { seats: players.length, ...options });
    const members = [await this.crowd.enter(code, host)];
    for (const [name] of players.slice(1)) members.push(await this.crowd.enter(code, name));
    await this.crowd.start(members[0]);
    await Promise.all(members.map((member, i) => this.crowd.play(member, players[i][1])));
    return { code, members, host };
  }

  async strike() {
    await this.crowd.disperse();
  }
}

const rivalsOf = (moves) => names.slice(1, 5).map((name, i) => [name, moves + 7 * i]);

/** The races that scenes look at and do not change. */
const races = {
  klondike: (stage) =>
    stage.once("klondike", () =>
      stage.race({ deal: "KL1-D3N-AAAAAAC", listed: true }, [["Ana", 14], ...rivalsOf(12)]),
    ),
  thoughtful: (stage) =>
    stage.once("thoughtful", () => stage.race({ deal: "TF1-D1N-AAAAAAB" }, [["Ana", 16], ...rivalsOf(9)])),
  freecell: (stage) =>
    stage.once("freecell", () =>
      stage.race({ deal: freecell.code, listed: true }, [
        ["Ana", line.slice(0, 34)],
        ["נועה", line.slice(0, 52)],
        [longName, line.slice(0, 27)],
        ["Ivan Horvat", line.slice(0, 16)],
        ["דנה כהן", 12],
      ]),
    ),
  crowded: (stage) =>
    stage.once("crowded", () =>
      stage.race(
        { deal: "FC1-C4-AAAAAAC" },
        Array.from({ length: 16 }, (_, i) => [i % 3 === 2 ? wideName : names[i % 8], 5 + i]),
      ),
    ),
  stuck: (stage) =>
    stage.once("stuck", async () => {
      for (const deal of ["AAAAAAB", "AAAAAAC", "AAAAAAD", "AAAAAAE"]) {
        const race = await stage.race({ deal: `FC1-C1-${deal}` }, [
          ["Ana", 400],
          ["Ivan Horvat", 5],
        ]);
        if ((await stage.crowd.play(race.members[0], 0)).noMoves) return race;
      }
      throw new Error("no deal left a player without moves");
    }),
  won: (stage) =>
    stage.once("won", async () => {
      const race = await stage.race({ deal: freecell.code }, [
        ["Ana", line],
        ["נועה", line],
        [wideName, line.slice(0, 60)],
        ["Ivan Horvat", 8],
      ]);
      for (const member of race.members.slice(2)) await stage.crowd.resign(member);
      return race;
    }),
  lost: (stage) =>
    stage.once("lost", async () => {
      const race = await stage.race({ deal: "FC1-C2-AAAAAAC" }, [
        [longName, 40],
        ["נועה", 12],
      ]);
      for (const member of race.members) await stage.crowd.resign(member);
      return race;
    }),
  sealed: (stage) =>
    stage.once("sealed", async () => {
      const race = await stage.race({ deal: "KL1-D3N" }, [
        ["Ana", 20],
        ["דנה כהן", 12],
      ]);
      for (const member of race.members) await stage.crowd.resign(member);
      return race;
    }),
  crowdedResults: (stage) =>
    stage.once("crowdedResults", async () => {
      const race = await stage.race(
        { deal: "FC1-C4" },
        Array.from({ length: 16 }, (_, i) => [i % 3 === 2 ? wideName : names[i % 8], i]),
      );
      await Promise.all(race.members.map((member) => stage.crowd.resign(member)));
      return race;
    }),
};

/** own opens a race as its first player. */
async function own(actor, stage, make) {
  const race = await make(stage);
  await stage.crowd.part(race.members[0]);
  await actor.be(race.members[0]);
  const page = await actor.goto(`/r/${race.code}`);
  await page.locator('[data-testid="board"] [data-card]:visible').first().waitFor();
  return page;
}

async function watched(actor, stage, make) {
  const page = await actor.goto(`/r/${(await make(stage)).code}/watch`);
  await page.locator('[data-testid="watched-board"] [data-card]:visible').first().waitFor();
  return page;
}

async function results(actor, stage, make) {
  const race = await make(stage);
  await actor.be(race.members[0]);
  const page = await actor.goto(`/r/${race.code}`);
  await page.getByTestId("results").waitFor();
  return page;
}

async function replay(actor, stage, query) {
  const { code } = await races.won(stage);
  const page = await actor.goto(`/r/${code}/replay?${query}`);
  await page.locator('[data-testid="replay"][data-complete="true"] [data-card]:visible').first().waitFor();
  return page;
}

/** analysed opens the replay of a game that was lost, with how far it could have been won. */
async function analysed(actor, stage) {
  const { code } = await races.lost(stage);
  const page = await actor.goto(`/r/${code}/replay?seat=0&analyse=1`);
  await page.locator('[data-testid="analysis"][data-done="true"]').waitFor();
  await page.locator('[data-testid="replay"][data-complete="true"]').waitFor();
  return page;
}

/** refuse tries a move that the rules forbid: a column's last card, which no foundation waits for. */
async function refuse(page) {
  const stop = await page.locator('[data-testid="board"] button[data-pile="S"]').boundingBox();
  const cards = await page.locator('[data-testid="board"] [data-pile="7"][data-card]').all();
  const boxes = await Promise.all(cards.map((card) => card.boundingBox()));
  const last = boxes.sort((a, b) => a.y - b.y).at(-1);
  await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2);
  await page.mouse.down();
  await page.mouse.move(stop.x + stop.width / 2, stop.y + stop.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.locator(".notice:not(:empty)").waitFor();
}

/**
 * The scenes by name. Each is given an actor, who opens pages as whom it is told to be, and the stage. `live`
 * marks those whose rooms must be made anew each time.
 */
export const scenes = {
  home: async (actor) => {
    const page = await actor.goto("/");
    await page.locator(".ways button").first().waitFor();
  },
  "home-live": async (actor, stage) => {
    await races.klondike(stage);
    await races.freecell(stage);
    await actor.be(await stage.once("long name", () => guest(stage.service, wideName)));
    const page = await actor.goto("/");
    await page.locator('a[href^="/r/"]').first().waitFor();
  },
  "home-games": async (actor) => {
    const page = await actor.goto("/");
    await page.locator(".ways button").first().click();
    await page.locator(".games button").first().waitFor();
  },
  create: async (actor) => {
    const page = await actor.goto("/new");
    await page.locator("button[type=submit]").waitFor();
    await page.locator("summary").first().click();
  },
  "create-error": async (actor) => {
    const page = await actor.goto("/new?deal=FC1-D3N-AAAAAAB");
    await page.locator("button[type=submit]").click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  },
  solo: async (actor) => {
    const page = await actor.goto("/new?solo");
    await page.locator("button[type=submit]").waitFor();
  },
  "room-lobby": async (actor, stage) => {
    const { code, host, members } = await stage.lobby(names.slice(1, 4));
    await stage.crowd.ready(members[0]);
    await stage.crowd.enter(code, "Bo", { watch: true });
    await actor.be(host);
    const page = await actor.goto(`/r/${code}`);
    await page.getByTestId("start").waitFor();
  },
  "room-lobby-guest": async (actor, stage) => {
    const { code, host } = await stage.lobby([], { listed: true, watchDelayS: 30, deal: "FC1-C4-AAAAAAL" });
    await stage.crowd.enter(code, host);
    await actor.be(await guest(stage.service, wideName));
    const page = await actor.goto(`/r/${code}`);
    await page.getByTestId("ready").click();
  },
  "room-lobby-watcher": async (actor, stage) => {
    const { code, host } = await stage.lobby([], {}, wideName);
    await stage.crowd.enter(code, host);
    const page = await actor.goto(`/r/${code}/watch`);
    await page.getByTestId("take-seat").waitFor();
  },
  "room-lobby-crowded": async (actor, stage) => {
    const many = Array.from({ length: 15 }, (_, i) => (i % 2 ? names[i % 8] : wideName));
    const { code, host } = await stage.lobby(many, { seats: 16 }, wideName);
    await actor.be(host);
    const page = await actor.goto(`/r/${code}`);
    await page.getByTestId("people").locator("li").nth(15).waitFor();
  },
  "room-countdown": async (actor, stage) => {
    const { code, host } = await stage.lobby(names.slice(1, 5), { countdownS: 30, deal: "TF1-D3N" });
    await actor.be(host);
    const page = await actor.goto(`/r/${code}`);
    await page.getByTestId("start").click();
    await page.getByTestId("countdown").waitFor();
  },
  "race-klondike": (actor, stage) => own(actor, stage, races.klondike),
  "race-thoughtful": (actor, stage) => own(actor, stage, races.thoughtful),
  "race-freecell": (actor, stage) => own(actor, stage, races.freecell),
  "race-crowded": (actor, stage) => own(actor, stage, races.crowded),
  "race-solo": async (actor, stage) => {
    const race = await stage.once("solo", () =>
      stage.race({ deal: "KL1-D1N-AAAAAAD", seats: 1 }, [["Ana", 11]]),
    );
    await own(actor, stage, async () => race);
  },
  "race-refusal": async (actor, stage) => {
    const page = await own(actor, stage, races.klondike);
    await refuse(page);
  },
  "race-no-moves": (actor, stage) => own(actor, stage, races.stuck),
  "race-resign": async (actor, stage) => {
    const page = await own(actor, stage, races.freecell);
    await page.getByTestId("resign").click();
    await page.getByTestId("resign-yes").waitFor();
  },
  "race-finish": async (actor, stage) => {
    const race = await stage.once("finish", () =>
      stage.race({ deal: freecell.code }, [
        ["Ana", line],
        [wideName, 12],
        ["נועה", 9],
      ]),
    );
    await own(actor, stage, async () => race).catch(() => {});
  },
  "race-reconnecting": async (actor, stage) => {
    const cut = await actor.cuttable();
    const page = await own(actor, stage, races.freecell);
    await cut();
    await page.getByTestId("connection-banner").waitFor();
  },
  "race-taken-over": async (actor, stage) => {
    const page = await own(actor, stage, races.freecell);
    const race = await races.freecell(stage);
    const again = await stage.crowd.enter(race.code, race.members[0]);
    await page.getByTestId("connection-banner").waitFor();
    await stage.crowd.part(again);
  },
  "race-offline": async (actor, stage) => {
    const page = await own(actor, stage, races.klondike);
    await page.context().setOffline(true);
    await page.getByTestId("connection-banner").waitFor();
  },
  "watch-grid": (actor, stage) => watched(actor, stage, races.freecell),
  "watch-crowded": (actor, stage) => watched(actor, stage, races.crowded),
  "watch-focused": async (actor, stage) => {
    const page = await watched(actor, stage, races.klondike);
    await page.locator('[data-testid="watched-board"][data-seat="2"] > button').click();
    await page.getByTestId("focused-board").waitFor();
  },
  "results-won": (actor, stage) => results(actor, stage, races.won),
  "results-sealed": async (actor, stage) => {
    const page = await results(actor, stage, races.sealed);
    await page.locator("summary").click();
    await page.getByTestId("check-seal").click();
    await page.locator('details [role="status"]:not(:empty)').waitFor();
  },
  "results-crowded": (actor, stage) => results(actor, stage, races.crowdedResults),
  live: async (actor, stage) => {
    await races.klondike(stage);
    await races.freecell(stage);
    await stage.once("listed lobby", async () => {
      const { code, host } = await stage.lobby([wideName, "נועה"], { listed: true });
      await stage.crowd.enter(code, host);
    });
    const page = await actor.goto("/live");
    await page.locator('[data-testid="tv"] [data-card]:visible').first().waitFor();
  },
  replay: async (actor, stage) => {
    const page = await replay(actor, stage, "seat=0&step=60");
    await page.locator('[data-testid="replay-step"][data-step="60"]').waitFor();
  },
  "replay-ghost": async (actor, stage) => {
    const page = await replay(actor, stage, "seat=2&ghost=0");
    await page.keyboard.press("End");
  },
  "replay-missing": async (actor) => {
    const page = await actor.goto("/r/ZZZZZZ/replay");
    await page.getByTestId("replay").getByRole("link").nth(1).waitFor();
  },
  "replay-analysis": analysed,
  "replay-way": async (actor, stage) => {
    const page = await analysed(actor, stage);
    await page.getByTestId("show-way").click();
    await page.keyboard.press("End");
  },
  ghosts: async (actor, stage) => {
    const { members } = await races.won(stage);
    await actor.be(members[1]);
    const path = `/ghosts/deal/${freecell.code}?player=${members[2].player}&ghost=${members[1].player}`;
    const page = await actor.goto(path);
    await page.locator('[data-testid="replay"][data-complete="true"] [data-card]:visible').first().waitFor();
    await page.keyboard.press("End");
  },
  "ghosts-missing": async (actor, stage) => {
    const { members } = await races.lost(stage);
    const page = await actor.goto(`/ghosts/deal/${freecell.code}?player=${members[0].player}`);
    await page.getByTestId("no-game").waitFor();
  },
  settings: async (actor, stage) => {
    const { members } = await races.won(stage);
    await actor.be(members[0]);
    const page = await actor.goto("/settings");
    await page.locator("h1").waitFor();
  },
  ...boardScenes,
  rules: async (actor) => {
    const page = await actor.goto("/rules");
    await page.locator("section h2").first().waitFor();
  },
  ...Object.fromEntries(
    ["KL", "FC", "TF"].map((game) => [
      `rules-${game.toLowerCase()}`,
      async (actor) => {
        const page = await actor.goto(`/rules/${game}`);
        await page.locator("section [data-card]:visible").first().waitFor();
      },
    ]),
  ),
  missing: async (actor) => {
    const page = await actor.goto("/nowhere");
    await page.locator("h1").waitFor();
  },
  "room-missing": async (actor) => {
    const page = await actor.goto("/r/ZZZZZZ");
    await page.locator('a[href="/"]').last().waitFor();
  },
  offline: async (actor) => {
    const page = await actor.goto("/");
    await page.locator("ol h3").first().waitFor();
    await page.context().setOffline(true);
    await page.getByTestId("connection-banner").waitFor();
  },
};

/** What only a service without any listed room shows. */
export const emptyScenes = {
  "live-empty": async (actor) => {
    const page = await actor.goto("/live");
    await page.locator('[data-testid="live-rooms"] a[href="/new"]').waitFor();
  },
};

/** Actor plays the scenes in one page: it becomes another player, and opens addresses. */
export class Actor {
  #wanted = {};

  constructor(page) {
    this.page = page;
  }

  /** be makes the page that of a player from the next address on. */
  async be({ player, name, token }) {
    await this.remember("samedeal.identity", { player, name, token });
  }

  async remember(key, value) {
    this.#wanted[key] = JSON.stringify(value);
  }

  async goto(path) {
    await this.page.addInitScript((wanted) => {
      if (sessionStorage.getItem("e2e-identity")) return;
      sessionStorage.setItem("e2e-identity", "set");
      for (const [key, value] of Object.entries(wanted)) localStorage.setItem(key, value);
    }, this.#wanted);
    await this.page.goto(path);
    return this.page;
  }

  /** cuttable gives a function that cuts the connection from then on. */
  async cuttable() {
    const cuts = [];
    let gone = false;
    await this.page.routeWebSocket(/\/ws$/, (socket) => {
      if (gone) {
        void socket.close({ code: 1011 });
        return;
      }
      socket.connectToServer();
      cuts.push(() => socket.close({ code: 1011 }));
    });
    return async () => {
      gone = true;
      for (const cut of cuts) await cut();
    };
  }
}

/** still waits until nothing moves and all pictures and letters are there. */
export async function still(page) {
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
  await page.evaluate(() => document.fonts.ready);
}
