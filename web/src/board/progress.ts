import { create } from "@bufbuild/protobuf";
import { hidden } from "../table/card";
import type { Table } from "../table/table";
import { type Progress, ProgressSchema } from "../wire/game_pb";

/** progressOf is what is left of a board without its cards: shapes and counts. */
export function progressOf(table: Table): Progress {
  return create(ProgressSchema, {
    columns: table.columns.map((column) => column.length),
    faceDown: table.columns.map((column) => column.filter((card) => card === hidden).length),
    cells: table.cells.map((cell) => cell !== null),
    waste: table.waste.length,
    stock: table.stock,
    home: table.foundations.reduce((sum, n) => sum + n, 0),
    score: table.score,
    moves: table.moves,
    redeals: table.redeals,
  });
}
