import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { parseVariant, tableOf } from "../table/table";
import { BoardSchema } from "../wire/game_pb";
import { progressOf } from "./progress";

test("an empty pile has no card, and face-down cards are counted apart", () => {
  const board = create(BoardSchema, {
    columns: ["", "<?> 2H", "<?> <?> TC 9D", "5S"],
    cells: ["", "KH"],
    waste: "JH JC 7C",
    stock: 21,
    foundations: [3, 0, 1, 0],
    score: 40,
    moves: 12,
    redeals: 1,
  });
  expect(progressOf(tableOf(parseVariant("FC1-C2"), board))).toMatchObject({
    columns: [0, 2, 4, 1],
    faceDown: [0, 1, 2, 0],
    cells: [false, true],
    waste: 3,
    stock: 21,
    home: 4,
    score: 40,
    moves: 12,
    redeals: 1,
  });
});
