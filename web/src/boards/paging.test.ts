import { expect, test } from "vitest";
import { pageOf } from "./paging";

test("pages have every row once", () => {
  for (const all of [1, 19, 20, 21, 40, 97]) {
    const rows: number[] = [];
    for (let from: number | null = 1; from !== null; ) {
      const page = pageOf(from, all);
      for (let row = page.from; row <= page.to; row++) rows.push(row);
      from = page.next;
    }
    expect(rows).toEqual(Array.from({ length: all }, (_, i) => i + 1));
  }
});

test("there is no page before the first one, nor after the last", () => {
  expect(pageOf(1, 45)).toMatchObject({ previous: null, next: 21 });
  expect(pageOf(41, 45)).toMatchObject({ from: 41, to: 45, previous: 21, next: null });
  expect(pageOf(1, 0)).toMatchObject({ to: 0, previous: null, next: null });
  expect(pageOf(8, 45).previous).toBe(1);
});
