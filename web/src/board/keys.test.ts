import { describe, expect, it } from "vitest";
import { frameOf, pileAreas } from "../table/layout";
import { commandOf, type Direction, type Key, neighbour } from "./keys";
import { readingOrder } from "./piles";
import { freeCell, klondike } from "./testTables";

const key = (name: string, more: Partial<Key> = {}): Key => ({
  key: name,
  code: /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe("commandOf", () => {
  it("knows the keys that the help lists", () => {
    expect(commandOf(key("Enter"), true)).toEqual({ do: "act" });
    expect(commandOf(key(" "), true)).toEqual({ do: "draw" });
    expect(commandOf(key("d"), true)).toEqual({ do: "draw" });
    expect(commandOf(key("n"), true)).toEqual({ do: "draw" });
    expect(commandOf(key("f"), true)).toEqual({ do: "home" });
    expect(commandOf(key("z"), true)).toEqual({ do: "undo" });
    expect(commandOf(key("Escape"), true)).toEqual({ do: "cancel" });
    expect(commandOf(key("?", { shiftKey: true }), true)).toEqual({ do: "help" });
    expect(commandOf(key("7"), true)).toEqual({ do: "jump", pile: "7" });
    expect(commandOf(key("0"), true)).toEqual({ do: "jump", pile: "S" });
    expect(commandOf(key("ArrowLeft"), true)).toEqual({ do: "go", direction: "left" });
  });

  it("leaves single characters alone when they are switched off, and all else works", () => {
    for (const name of ["f", "z", "d", "n", "w", "c", "3", "0", "?"])
      expect(commandOf(key(name), false)).toBeNull();
    for (const name of ["Enter", " ", "Escape", "ArrowUp"])
      expect(commandOf(key(name), false)).not.toBeNull();
    expect(commandOf(key("z", { ctrlKey: true }), false)).toEqual({ do: "undo" });
  });

  it("undoes with Ctrl or Command, but not when Shift makes it a redo", () => {
    expect(commandOf(key("z", { metaKey: true }), true)).toEqual({ do: "undo" });
    expect(commandOf(key("Z", { ctrlKey: true, shiftKey: true }), true)).toBeNull();
  });

  it("leaves the browser's own shortcuts alone", () => {
    expect(commandOf(key("f", { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(key("d", { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(key("ArrowLeft", { altKey: true }), true)).toBeNull();
    expect(commandOf(key("1", { ctrlKey: true }), true)).toBeNull();
  });

  it("goes by the place of the key where it writes no Latin letter, by the letter where it does", () => {
    expect(commandOf(key("כ", { code: "KeyF" }), true)).toEqual({ do: "home" });
    expect(commandOf(key("ז", { code: "KeyZ", ctrlKey: true }), true)).toEqual({ do: "undo" });
    // On a Croatian keyboard Z and Y have changed places.
    expect(commandOf(key("z", { code: "KeyY" }), true)).toEqual({ do: "undo" });
    expect(commandOf(key("y", { code: "KeyZ" }), true)).toBeNull();
  });
});

describe("neighbour", () => {
  const go = (
    table: typeof klondike,
    space: { width: number; height: number },
    from: string,
    way: Direction,
  ) => {
    const frame = frameOf(table.variant, space, { leftHanded: false, largePrint: false, spread: null });
    return neighbour(pileAreas(frame, table), readingOrder(table), from, way);
  };
  const phone = { width: 360, height: 560 };
  const flat = { width: 640, height: 320 };

  it("goes along the rows and between them as they lie", () => {
    expect(go(klondike, phone, "n", "right")).toBe("w");
    expect(go(klondike, phone, "w", "right")).toBe("S");
    expect(go(klondike, phone, "3", "right")).toBe("4");
    expect(go(klondike, phone, "3", "left")).toBe("2");
    expect(go(klondike, phone, "1", "up")).toBe("n");
    expect(go(klondike, phone, "7", "up")).toBe("C");
    expect(go(klondike, phone, "S", "down")).toBe("4");
  });

  it("has no neighbour beyond the edge", () => {
    expect(go(klondike, phone, "n", "left")).toBeNull();
    expect(go(klondike, phone, "7", "right")).toBeNull();
    expect(go(klondike, phone, "4", "down")).toBeNull();
  });

  it("reaches every pile from every other one, in both arrangements", () => {
    for (const table of [klondike, freeCell]) {
      for (const space of [phone, flat]) {
        const piles = readingOrder(table);
        const reached = new Set(["1"]);
        for (const pile of reached) {
          for (const way of ["left", "right", "up", "down"] as const) {
            const next = go(table, space, pile, way);
            if (next !== null) reached.add(next);
          }
        }
        expect([...reached].sort()).toEqual([...piles].sort());
      }
    }
  });
});
