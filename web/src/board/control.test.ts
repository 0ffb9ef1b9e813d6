import { describe, expect, it } from "vitest";
import { messages } from "../i18n/en";
import { defaults } from "../settings/settings.svelte";
import { parsePile } from "../table/card";
import { frameOf, pileAreas } from "../table/layout";
import { applyWord } from "../table/moves";
import type { Table } from "../table/table";
import { Control, type World } from "./control.svelte";
import type { Command } from "./keys";
import { klondike } from "./testTables";

const place = { leftHanded: false, largePrint: false, spread: null };
const open: Table = {
  ...klondike,
  columns: klondike.columns.map((column, i) => (i === 4 ? parsePile("<?> KD QS JD") : column)),
};

/** game is a board whose words are written down. */
function game(table: Table, legal: readonly string[] | null) {
  const done: string[] = [];
  const world = {
    table,
    legal,
    settings: { ...defaults },
    words: messages,
    get areas() {
      return pileAreas(frameOf(this.table.variant, { width: 360, height: 560 }, place), this.table);
    },
    play: (word: string) => done.push(`play ${word}`),
    explain: (word: string) => done.push(`explain ${word}`),
    undo: () => done.push("undo"),
    say: (text: string) => done.push(text),
    sound: () => {},
    focus: () => {},
    help: () => done.push("help"),
  } satisfies World;
  const control = new Control(world);
  const keys = (...commands: (Command["do"] | "up" | "down" | "left" | "right" | `${number}`)[]) => {
    for (const name of commands) {
      if (/^\d$/.test(name)) control.key({ do: "jump", pile: name });
      else if (name === "up" || name === "down" || name === "left" || name === "right")
        control.key({ do: "go", direction: name });
      else control.key({ do: name } as Command);
    }
  };
  return { control, world, done, keys };
}

describe("by keyboard", () => {
  it("a card is lifted, carried and dropped", () => {
    const { control, done, keys } = game(klondike, ["35", "n"]);
    keys("3", "act", "5", "act");
    expect(done).toEqual(["Lifted jack of spades. Fits on: column 5.", "play 35"]);
    expect(control.held).toBeNull();
  });

  it("up and down choose how many cards, as far as a legal move reaches, and then lead on", () => {
    const { control, done, keys } = game(open, ["51v3", "n"]);
    keys("5", "up", "up");
    expect(control.chosen).toEqual({ pile: "5", count: 3 });
    expect(done).toEqual(["2 cards, from queen of spades", "3 cards, from king of diamonds"]);
    keys("down");
    expect(control.chosen.count).toBe(2);
    keys("up", "up");
    expect(control.pile).not.toBe("5");
  });

  it("the number of cards is forgotten at another pile", () => {
    const { control, keys } = game(open, ["51v3", "n"]);
    keys("5", "up", "4", "5");
    expect(control.chosen.count).toBe(1);
  });

  it("a refused drop keeps the cards held and the place, and has the rule told", () => {
    const { control, done, keys } = game(open, ["n"]);
    keys("6", "act", "7", "act");
    expect(done).toContain("explain 67v1");
    expect(control.held).toEqual({ pile: "6", count: 1 });
    expect(control.pile).toBe("7");
    keys("cancel");
    expect(control.held).toBeNull();
  });

  it("a refused drop is not explained to those who do not want it", () => {
    const { world, done, keys } = game(open, ["n"]);
    world.settings.explainRefusals = false;
    keys("6", "act", "7", "act");
    expect(done.filter((what) => what.startsWith("explain"))).toEqual([]);
  });

  it("the stock draws from anywhere, and lets held cards go", () => {
    const { control, done, keys } = game(open, ["n"]);
    keys("6", "act", "draw");
    expect(done.at(-1)).toBe("play n");
    expect(control.held).toBeNull();
  });
});

describe("while moves are unanswered", () => {
  it("a drop, a draw and an undo go at once", () => {
    const { control, done, keys } = game(open, null);
    expect(control.put({ pile: "3", count: 1 }, "5")).toBe(true);
    keys("draw", "undo");
    expect(done).toEqual(["play 35v1", "play n", "undo"]);
  });

  it("the way home waits, and is dropped if its card has gone", () => {
    const ace = { ...open, columns: [parsePile("AD"), ...open.columns.slice(1)] };
    const { control, world, done, keys } = game(ace, null);
    keys("1", "home");
    expect(done).toEqual([]);
    world.legal = ["1h"];
    control.changed();
    expect(done).toEqual(["play 1h"]);

    const other = game(ace, null);
    other.keys("1", "home");
    other.world.table = open;
    other.world.legal = ["1h"];
    other.control.changed();
    expect(other.done).toEqual([]);
  });
});

describe("what is held", () => {
  it("is let go when its cards are no longer there", () => {
    const { control, world, keys } = game(klondike, ["35", "n"]);
    keys("3", "act");
    world.table = applyWord(klondike, "35");
    control.changed();
    expect(control.held).toBeNull();
  });

  it("stays while the board changes elsewhere", () => {
    const { control, world, keys } = game(klondike, ["35", "n"]);
    keys("3", "act");
    world.table = applyWord(klondike, "n");
    control.changed();
    expect(control.held).toEqual({ pile: "3", count: 1 });
  });

  it("shows each pile once where it fits, though two words lead there", () => {
    const { control, keys } = game(klondike, ["35", "35v1", "n"]);
    keys("3", "act");
    expect(control.targets).toEqual(["5"]);
  });
});
