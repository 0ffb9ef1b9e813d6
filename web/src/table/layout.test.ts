import { describe, expect, test } from "vitest";
import { parsePile } from "./card";
import { fanOffsets } from "./fan";
import {
  dropTarget,
  type Frame,
  frameOf,
  type LayoutOptions,
  layout,
  pileAreas,
  type Rect,
  type Spot,
} from "./layout";
import { type Node, placeNodes } from "./nodes";
import { cardsOf, isColumn, pilesOf } from "./pile";
import { parseVariant, type Table } from "./table";
import { readGames } from "./testdata/games";
import { anyTable, codes, seeded, sketch } from "./testdata/tables";

const plain: LayoutOptions = { leftHanded: false, largePrint: false, spread: null };
const everyOption: LayoutOptions[] = [
  plain,
  { leftHanded: true, largePrint: false, spread: "1" },
  { leftHanded: false, largePrint: true, spread: "4" },
  { leftHanded: true, largePrint: true, spread: null },
];

/** The board's areas on the screens that the client is made for, and some smaller and larger ones. */
const spaces = [
  { width: 320, height: 400 },
  { width: 360, height: 470 },
  { width: 360, height: 540 },
  { width: 412, height: 700 },
  { width: 568, height: 230 },
  { width: 640, height: 260 },
  { width: 640, height: 300 },
  { width: 844, height: 330 },
  { width: 768, height: 850 },
  { width: 1040, height: 690 },
  { width: 1280, height: 720 },
  { width: 2200, height: 1300 },
  { width: 280, height: 240 },
  { width: 333.3, height: 412.7 },
];

const cases = spaces.flatMap((space) => codes.map((code) => ({ ...space, code })));

const inside = (rect: Rect, outer: Rect): boolean =>
  rect.x >= outer.x &&
  rect.y >= outer.y &&
  rect.x + rect.width <= outer.x + outer.width &&
  rect.y + rect.height <= outer.y + outer.height;

const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

const collisions = (rects: readonly Rect[]): Rect[][] =>
  rects.flatMap((a, i) => rects.slice(i + 1).flatMap((b) => (apart(a, b) ? [] : [[a, b]])));

const cardAt = (frame: Frame, { x, y }: { x: number; y: number }): Rect => ({
  x,
  y,
  width: frame.cardWidth,
  height: frame.cardHeight,
});

function laidOut(table: Table, space: { width: number; height: number }, options = plain) {
  const frame = frameOf(table.variant, space, options);
  const nodes = placeNodes(table, null);
  return { frame, nodes, spots: layout(frame, table, nodes, options) };
}

/** stepsIn gives the distances between the cards of a column. */
function stepsIn(pile: string, nodes: readonly Node[], spots: readonly Spot[]): number[] {
  const ys = nodes
    .filter((node) => node.pile === pile)
    .sort((a, b) => a.index - b.index)
    .map(({ id }) => spots[id]?.y ?? Number.NaN);
  return ys.slice(1).map((y, i) => y - (ys[i] ?? Number.NaN));
}

describe("frameOf", () => {
  test.each([
    [360, 470, "KL1-D3N", 48, false],
    [360, 470, "TF1-D1N", 48, false],
    [360, 470, "FC1-C4", 41, false],
    [320, 400, "KL1-D3N", 42, false],
    [320, 400, "FC1-C4", 36, false],
    [640, 300, "KL1-D3N", 48, true],
    [640, 300, "FC1-C4", 48, true],
    [640, 260, "FC1-C4", 41, true],
    [768, 850, "KL1-D3N", 90, false],
    [768, 850, "FC1-C4", 78, false],
    [1040, 690, "KL1-D3N", 90, false],
    [1040, 690, "FC1-C4", 90, false],
  ])("in %i x %i %s has cards at least %i px wide", (width, height, code, least, sideways) => {
    const frame = frameOf(parseVariant(code), { width, height }, plain);
    expect(frame.cardWidth).toBeGreaterThanOrEqual(least);
    expect(frame.sideways).toBe(sideways);
  });

  test.each(cases)("in $width x $height $code keeps all piles apart and inside", ({ code, ...space }) => {
    for (const options of everyOption) {
      const variant = parseVariant(code);
      const frame = frameOf(variant, space, options);
      expect(frame.cardWidth).toBeLessThanOrEqual(120);
      expect(Object.keys(frame.piles).sort()).toEqual(pilesOf(variant).sort());
      const rects = Object.values(frame.piles).map((point) => cardAt(frame, point));
      expect(rects.filter((rect) => !inside(rect, { x: 0, y: 0, ...space }))).toEqual([]);
      expect(collisions(rects)).toEqual([]);
    }
  });

  test.each(cases)("in $width x $height $code is in the middle", ({ code, ...space }) => {
    const frame = frameOf(parseVariant(code), space, plain);
    const xs = Object.values(frame.piles).map(({ x }) => x);
    const right = space.width - Math.max(...xs) - frame.cardWidth;
    expect(Math.abs(Math.min(...xs) - right)).toBeLessThanOrEqual(2);
  });

  const order = (
    code: string,
    leftHanded: boolean,
    space: { width: number; height: number },
    along: "x" | "y",
  ) => {
    const frame = frameOf(parseVariant(code), space, { ...plain, leftHanded });
    return Object.entries(frame.piles)
      .filter(([pile]) => !isColumn(pile))
      .sort(([, a], [, b]) => a.x - b.x || a.y - b.y || a[along] - b[along])
      .map(([pile]) => pile)
      .join("");
  };

  test("for the left hand has the sides change places, and no suits or columns", () => {
    const upright = { width: 360, height: 470 };
    expect(order("KL1-D3N", false, upright, "x")).toBe("nwSHDC");
    expect(order("KL1-D3N", true, upright, "x")).toBe("SHDCwn");
    expect(order("FC1-C4", false, upright, "x")).toBe("abcdSHDC");
    expect(order("FC1-C4", true, upright, "x")).toBe("SHDCabcd");
    const landscape = { width: 640, height: 300 };
    expect(order("KL1-D3N", false, landscape, "y")).toBe("nwSHDC");
    expect(order("KL1-D3N", true, landscape, "y")).toBe("SHDCnw");
    for (const leftHanded of [false, true]) {
      const { piles } = frameOf(parseVariant("KL1-D3N"), upright, { ...plain, leftHanded });
      const xs = ["1", "2", "3", "4", "5", "6", "7"].map((pile) => piles[pile]?.x ?? Number.NaN);
      expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    }
  });

  test("gives finite numbers before the area has a size", () => {
    const frame = frameOf(parseVariant("KL1-D3N"), { width: 0, height: 0 }, plain);
    const numbers = Object.values(frame.piles).flatMap(({ x, y }) => [x, y, frame.cardWidth, frame.bottom]);
    expect(numbers.every((n) => Number.isFinite(n) && n >= 0)).toBe(true);
  });
});

describe("layout", () => {
  test.each(cases)("in $width x $height $code keeps every card inside, on whole px", ({ code, ...space }) => {
    const random = seeded(11);
    for (let i = 0; i < 12; i++) {
      const table = anyTable(code, random);
      for (const options of everyOption) {
        const { frame, spots } = laidOut(table, space, options);
        expect(spots).toHaveLength(52);
        const board = { x: 0, y: 0, ...space };
        const whole = ({ x, y }: Spot) => Number.isInteger(x) && Number.isInteger(y);
        expect(spots.filter((spot) => !whole(spot) || !inside(cardAt(frame, spot), board))).toEqual([]);
      }
    }
  });

  test.each(cases)("in $width x $height $code lets no pile cover another", ({ code, ...space }) => {
    const random = seeded(13);
    for (let i = 0; i < 6; i++) {
      const table = anyTable(code, random);
      for (const options of everyOption) {
        const areas = Object.values(pileAreas(frameOf(table.variant, space, options), table));
        expect(collisions(areas)).toEqual([]);
      }
    }
  });

  test.each(readGames())("of $code has each pile's cards above each other in order", ({ steps }) => {
    const wrong: string[] = [];
    for (const { table } of steps) {
      const { nodes, spots } = laidOut(table, { width: 360, height: 470 });
      for (const pile of pilesOf(table.variant)) {
        const inPile = nodes.filter((node) => node.pile === pile).sort((a, b) => a.index - b.index);
        const zs = inPile.map(({ id }) => spots[id]?.z);
        if (zs.join() !== Object.keys(cardsOf(table, pile)).join()) wrong.push(`${pile}: ${zs}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("is the same for the same", () => {
    const table = anyTable("KL1-D3N", seeded(5));
    const space = { width: 360, height: 470 };
    expect(laidOut(table, space)).toEqual(laidOut(structuredClone(table), space));
  });

  test("shows what is known, but nothing of the stock", () => {
    const table = anyTable("KL1-D3N", seeded(9));
    const { nodes, spots } = laidOut(table, { width: 360, height: 470 });
    for (const { id, pile, card } of nodes) expect(spots[id]?.faceUp).toBe(pile !== "n" && card >= 0);
  });

  const king = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS";
  const fill = (code: string, column: string): Table => {
    const table = sketch(code, { columns: [column] });
    const known = parsePile(column);
    const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !known.includes(card));
    const others = table.columns.slice(1).map((_, i, all) => rest.filter((_, j) => j % all.length === i));
    return { ...table, columns: [table.columns[0] ?? [], ...others] };
  };

  test("has 30 % of a card between cards face up, 12 % face down, while there is room", () => {
    const table = {
      ...fill("KL1-D3N", "<?> <?> KS QH"),
      columns: [[-1, -1, 12, 24], [], [], [], [], [], []],
    };
    const full = { ...table, stock: 48 };
    const { frame, nodes, spots } = laidOut(full, { width: 768, height: 850 });
    const want = [0.12, 0.12, 0.3].map((part) => part * frame.cardHeight);
    stepsIn("1", nodes, spots).forEach((step, i) => {
      expect(Math.abs(step - (want[i] ?? 0))).toBeLessThanOrEqual(1);
    });
    const large = laidOut(full, { width: 768, height: 850 }, { ...plain, largePrint: true });
    expect(stepsIn("1", large.nodes, large.spots)[2]).toBeGreaterThan(0.4 * large.frame.cardHeight);
  });

  test.each([
    [360, 470, 16],
    [360, 540, 16],
    [640, 300, 16],
    [768, 850, 30],
    [1040, 690, 28],
  ])("in %i x %i shows at least %i px of each card of a run of 13", (width, height, least) => {
    for (const code of ["TF1-D1N", "FC1-C4"]) {
      const { nodes, spots } = laidOut(fill(code, king), { width, height });
      expect(Math.min(...stepsIn("1", nodes, spots))).toBeGreaterThanOrEqual(least);
    }
  });

  test.each([
    [360, 470, 13, 16],
    [640, 300, 9, 14],
    [640, 260, 7, 12],
  ])("in %i x %i keeps 19 cards apart, those of the run further", (width, height, covered, run) => {
    const table = fill("FC1-C4", "KD KC QD QC JD JC TD TC 9D 9C 8D 8C 7S 6H 5S 4H 3S 2H AS");
    const { nodes, spots } = laidOut(table, { width, height });
    const steps = stepsIn("1", nodes, spots);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(covered);
    expect(Math.min(...steps.slice(12))).toBeGreaterThanOrEqual(run);
    expect(Math.max(...steps.slice(0, 12))).toBeLessThanOrEqual(Math.min(...steps.slice(12)) + 1);
  });

  test("keeps within the room whatever a column holds", () => {
    for (const column of [Array.from({ length: 52 }, (_, card) => card), new Array<number>(52).fill(-1)]) {
      for (const spread of [false, true]) {
        const offsets = fanOffsets(column, { cardHeight: 70, room: 100, largePrint: true, spread });
        expect(offsets.at(-1)).toBeLessThanOrEqual(100);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }
    }
    expect(fanOffsets([1, 2], { cardHeight: 70, room: 0, largePrint: false, spread: false })).toEqual([0, 0]);
    expect(fanOffsets([], { cardHeight: 70, room: 0, largePrint: false, spread: false })).toEqual([]);
  });

  test("uses the height of a tall phone to part the cards further", () => {
    const { nodes, spots } = laidOut(fill("KL1-D3N", king), { width: 360, height: 560 });
    expect(Math.min(...stepsIn("1", nodes, spots))).toBeGreaterThanOrEqual(23);
  });

  test("takes room from the cards face down first", () => {
    const table = {
      ...sketch("KL1-D3N", { stock: 33 }),
      columns: [[-1, -1, -1, -1, -1, -1, ...parsePile(king)]],
    };
    const columns = [...table.columns, [], [], [], [], [], []];
    const { frame, nodes, spots } = laidOut({ ...table, columns }, { width: 360, height: 380 });
    const steps = stepsIn("1", nodes, spots);
    expect(Math.max(...steps.slice(0, 6))).toBeLessThanOrEqual(Math.ceil(frame.cardHeight * 0.06));
    expect(Math.min(...steps.slice(6))).toBeGreaterThanOrEqual(Math.floor(frame.cardHeight * 0.24));
  });

  test("spreads the covered cards of the chosen column alone, and only where they were narrowed", () => {
    const table = fill("FC1-C4", "KD KC QD QC JD JC TD TC 9D 9C 8D 8C 7S 6H 5S 4H 3S 2H AS");
    const space = { width: 640, height: 300 };
    const frame = frameOf(table.variant, space, plain);
    const nodes = placeNodes(table, null);
    const narrow = layout(frame, table, nodes, plain);
    const spread = layout(frame, table, nodes, { ...plain, spread: "1" });
    expect(stepsIn("1", nodes, spread)[3]).toBeGreaterThan(stepsIn("1", nodes, narrow)[3] ?? 0);
    for (const { id, pile } of nodes) if (pile !== "1") expect(spread[id]).toEqual(narrow[id]);
    const other = layout(frame, table, nodes, { ...plain, spread: "2" });
    expect(stepsIn("1", nodes, other)).toEqual(stepsIn("1", nodes, narrow));
    expect(stepsIn("2", nodes, other)).toEqual(stepsIn("2", nodes, narrow));
  });

  test("fans the last three of the waste in draw 3, none in draw 1", () => {
    const waste = (code: string, count: number, options = plain, space = { width: 360, height: 470 }) => {
      const cards = Array.from({ length: count }, (_, i) => i);
      const table = { ...sketch(code, { stock: 52 - count }), waste: cards };
      const { frame, spots } = laidOut(table, space, options);
      const home = frame.piles.w ?? { x: Number.NaN, y: Number.NaN };
      const { x, y } = frame.wasteFan.step;
      return cards.map((card) => {
        const spot = spots[card] ?? { x: Number.NaN, y: Number.NaN };
        return (spot.x - home.x + spot.y - home.y) / (x + y);
      });
    };
    expect(waste("KL1-D3N", 1)).toEqual([0]);
    expect(waste("KL1-D3N", 2)).toEqual([0, 1]);
    expect(waste("KL1-D3N", 5)).toEqual([0, 0, 0, 1, 2]);
    expect(waste("KL1-D1N", 3)).toEqual(
      [0, 0, 0].map(() => expect.toSatisfy((n) => n === 0 || Number.isNaN(n))),
    );
    expect(waste("KL1-D3N", 5, { ...plain, leftHanded: true })).toEqual([-2, -2, -2, -1, 0]);
    expect(waste("KL1-D3N", 4, plain, { width: 640, height: 300 })).toEqual([0, 0, 1, 2]);
  });
});

describe("pileAreas and dropTarget", () => {
  const table = sketch("KL1-D3N", { columns: ["<?> <?> 9S 8H", "9C", "", "KS QD"], waste: "AS 2S 3S 4S" });
  const frame = frameOf(table.variant, { width: 360, height: 470 }, plain);
  const areas = pileAreas(frame, table);
  const area = (pile: string): Rect => areas[pile] ?? { x: 0, y: 0, width: 0, height: 0 };
  const card = (pile: string, dx: number, dy: number, height = frame.cardHeight): Rect => ({
    x: area(pile).x + dx * frame.cardWidth,
    y: area(pile).y + dy * frame.cardHeight,
    width: frame.cardWidth,
    height,
  });

  test("reach from a pile's first card to the end of its last", () => {
    expect(area("3")).toEqual(cardAt(frame, frame.piles["3"] ?? { x: 0, y: 0 }));
    expect(area("4").height).toBe(frame.cardHeight + Math.round(frame.cardHeight * 0.3));
    expect(area("w").width).toBe(frame.cardWidth + 2 * frame.wasteFan.step.x);
    expect(area("w").x + area("w").width).toBeLessThanOrEqual(area("S").x);
  });

  test.each([
    ["most of it on 2", card("2", 0.3, 0), ["1", "2", "3"], "2"],
    ["more on 3 than on 2", card("2", 0.7, 0), ["1", "2", "3"], "3"],
    ["only a third on 3, which alone may take it", card("2", 0.35, 0), ["3"], "3"],
    ["well on 2, where it may not go", card("2", 0, 0), ["3"], null],
    ["far below the cards of 2", card("2", 0, 4), ["1", "2", "3"], "2"],
    ["the first card of a long run counts, not where the run ends", card("4", 0.1, -1, 400), ["S", "4"], "S"],
    ["half a card above all piles", card("S", 0, -1.4), ["S"], "S"],
    ["further above", card("S", 0, -1.6), ["S"], null],
    ["right of the last column, within half a card", card("7", 1.3, 1), ["7"], "7"],
    ["back on its own pile", card("1", 0.1, 0), ["2", "3"], null],
    ["no candidates", card("2", 0, 0), [], null],
    ["a pile that the game does not have", card("2", 0, 0), ["a"], null],
  ])("%s", (_, moving, candidates, want) => {
    expect(dropTarget(areas, moving, candidates)).toBe(want);
  });
});
