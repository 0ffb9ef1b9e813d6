import { create } from "@bufbuild/protobuf";
import { type Board, type Progress, ProgressSchema } from "../wire/game_pb";

/** shapesOf is a board with its cards left out, as those who race against it see it. */
export function shapesOf(board: Board): Progress {
  const columns = board.columns.map(cardsIn);
  return create(ProgressSchema, {
    columns: columns.map((cards) => cards.length),
    faceDown: columns.map((cards) => cards.filter((card) => card === "<?>").length),
    cells: board.cells.map((cell) => cell !== ""),
    waste: cardsIn(board.waste).length,
    stock: board.stock,
    home: board.foundations.reduce((sum, count) => sum + count, 0),
    score: board.score,
    moves: board.moves,
    redeals: board.redeals,
  });
}

const cardsIn = (pile: string): string[] => (pile === "" ? [] : pile.split(" "));
