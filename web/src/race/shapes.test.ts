import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BoardSchema } from "../wire/game_pb";
import { shapesOf } from "./shapes";

describe("shapesOf", () => {
  it("counts what a rival is told of a board", () => {
    const board = create(BoardSchema, {
      columns: ["", "<?> <?> QH", "5D"],
      cells: ["", "7S"],
      waste: "JH JC",
      stock: 3,
      foundations: [1, 0, 2, 0],
      score: 15,
      moves: 4,
      redeals: 1,
    });
    expect(shapesOf(board)).toMatchObject({
      columns: [0, 3, 1],
      faceDown: [0, 2, 0],
      cells: [false, true],
      waste: 2,
      stock: 3,
      home: 3,
      score: 15,
      moves: 4,
      redeals: 1,
    });
  });
});
