import { describe, expect, it } from "vitest";
import { frameOf, type LayoutOptions, layout, pileAreas } from "../table/layout";
import { placeNodes } from "../table/nodes";
import type { Table } from "../table/table";
import { aimOf, type Ground, groupBox, groupIds, placeAt } from "./hit";
import { klondike } from "./testTables";

const options: LayoutOptions = { leftHanded: false, largePrint: false, spread: null };

function groundOf(table: Table): Ground {
  const frame = frameOf(table.variant, { width: 360, height: 560 }, options);
  const nodes = placeNodes(table, null);
  return { frame, nodes, spots: layout(frame, table, nodes, options), areas: pileAreas(frame, table) };
}

const ground = groundOf(klondike);
const { cardWidth: width, cardHeight: height } = ground.frame;
const cardOf = (pile: string) => groupBox(ground, pile, 1);

describe("placeAt", () => {
  it("finds the uppermost card, not one that it covers", () => {
    const { x, y } = cardOf("5");
    expect(placeAt(ground, x + 5, y + 5)).toEqual({ pile: "5", index: 4 });
    expect(placeAt(ground, x + 5, y - 2)).toEqual({ pile: "5", index: 3 });
  });

  it("finds a column below its cards, to the board's edge", () => {
    expect(placeAt(ground, cardOf("1").x + 5, 550)).toEqual({ pile: "1", index: -1 });
  });

  it("finds an empty pile, and nothing far from all", () => {
    const { x, y } = cardOf("H");
    expect(placeAt(ground, x + 5, y + 5)).toEqual({ pile: "H", index: -1 });
    expect(placeAt({ ...ground, nodes: [], areas: {} }, 100, 100)).toBeNull();
  });
});

describe("aimOf", () => {
  const over = (pile: string, dx = 0) => {
    const box = cardOf(pile);
    return { x: box.x + dx, y: box.y, width, height };
  };

  it("is nothing for a card that lies mostly where it came from", () => {
    expect(aimOf(ground, over("3", 8), "3", ["4"])).toBeNull();
  });

  it("is the pile that takes the card, though it lies a little more on another", () => {
    expect(aimOf(ground, over("4", width * 0.6), "1", ["4"])).toBe("4");
    expect(aimOf(ground, over("4", width * 0.6), "1", ["5"])).toBe("5");
  });

  it("is a pile that does not take it when the card plainly lies there, so that the rule is told", () => {
    expect(aimOf(ground, over("4"), "1", ["6"])).toBe("4");
  });

  it("is where the card lies while it is not known what takes it", () => {
    expect(aimOf(ground, over("6"), "1", null)).toBe("6");
  });
});

describe("a group", () => {
  it("is the pile's last cards from the lowest, and none of an empty pile", () => {
    const ids = groupIds(ground, "w", 2);
    expect(ids.map((id) => ground.nodes[id]?.index)).toEqual([1, 2]);
    expect(groupIds(ground, "H", 1)).toEqual([]);
    expect(groupBox(ground, "H", 1)).toMatchObject({ width, height, ...ground.frame.piles.H });
  });
});
