import { expect, test } from "vitest";
import { tilingOf } from "./tiling";

const desk = { width: 1256, height: 690 };
const phone = { width: 336, height: 520 };

test("four boards on a desk are larger in two rows than in one", () => {
  expect(tilingOf(4, desk, 260).columns).toBe(2);
});

test("two boards stand beside each other where that makes them larger", () => {
  expect(tilingOf(2, desk, 260)).toEqual({ columns: 2, width: 622 });
});

test("a board alone does not grow beyond the window's height", () => {
  const { columns, width } = tilingOf(1, desk, 260);
  expect(columns).toBe(1);
  expect(width / (10 / 7) + 66).toBeLessThanOrEqual(desk.height);
});

test("on a phone boards keep the least width and the page is scrolled", () => {
  expect(tilingOf(4, phone, 260)).toEqual({ columns: 1, width: 336 });
  expect(tilingOf(16, phone, 150)).toEqual({ columns: 2, width: 162 });
});

test("there is a column even where none fits", () => {
  expect(tilingOf(3, { width: 120, height: 400 }, 260)).toEqual({ columns: 1, width: 120 });
});
