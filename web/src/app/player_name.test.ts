import { expect, test } from "vitest";
import { nameProblem } from "./player_name";

test.each(["Ana", "דנה לוי", "Ž", "👩‍👩‍👧‍👦", "x".repeat(24), "  Ben  "])("%s can be used", (name) => {
  expect(nameProblem(name)).toBeNull();
});

test.each(["", "   ", "\u200B"])("%j shows nothing", (name) => {
  expect(nameProblem(name)).toEqual({ kind: "missing" });
});

test("too long is told by how much, counted as people see it", () => {
  expect(nameProblem("x".repeat(26))).toEqual({ kind: "long", over: 2 });
  expect(nameProblem("👩‍👩‍👧‍👦".repeat(24))).toBeNull();
});

test("what turns the writing round would disorder the others' lists", () => {
  expect(nameProblem("Ana\u202Enab")).toEqual({ kind: "characters" });
});
