import type { Board } from "../wire/game_pb";
import { type Card, parseCard, parsePile } from "./card";

/**
 * A pile's letter, as in the move notation: columns 1 to 9, cells a to d, the waste w, the foundations
 * S H D C. The stock, which the notation does not name, is n, the word that turns it.
 */
export type PileId = string;

export type GameId = "TF" | "FC" | "KL";

/** What of the game the board depends on: KL1-D3N is {game: "KL", draw: 3}. */
export interface Variant {
  /** As in a deal code without its number: KL1-D3N. */
  code: string;
  game: GameId;
  /** How many cards a turn of the stock draws; 0 without a stock. */
  draw: number;
  /** How many cells; 0 without any. */
  cells: number;
  columns: number;
  /** How many passes through the stock are allowed; 0 stands for any number. */
  passes: number;
}

/** A Table is a board as its player may see it, in a form made for drawing and for trying moves on. */
export interface Table {
  readonly variant: Variant;
  /** From the left, each from its bottom card up. */
  readonly columns: readonly (readonly Card[])[];
  readonly cells: readonly (Card | null)[];
  /** The top card last. */
  readonly waste: readonly Card[];
  /** How many cards the stock has. */
  readonly stock: number;
  /** How many cards lie on the foundations of S H D C. */
  readonly foundations: readonly number[];
  readonly score: number;
  readonly moves: number;
  readonly redeals: number;
  readonly undoable: number;
  readonly won: boolean;
  readonly noMoves: boolean;
}

/** parseVariant reads the game and options at the front of a deal code. */
export function parseVariant(code: string): Variant {
  const [head = "", options = ""] = code.split("-");
  const game = head.slice(0, 2);
  if (game === "FC") {
    return {
      code: `${head}-${options}`,
      game,
      draw: 0,
      cells: Number(options.slice(1)),
      columns: 8,
      passes: 0,
    };
  }
  if (game !== "TF" && game !== "KL")
    throw new Error(`"${code}" is of a game that this client does not know`);
  const passes = options.charAt(2) === "P" ? Number(options.slice(3)) : 0;
  return { code: `${head}-${options}`, game, draw: Number(options.charAt(1)), cells: 0, columns: 7, passes };
}

export function tableOf(variant: Variant, board: Board): Table {
  return {
    variant,
    columns: board.columns.map(parsePile),
    cells: board.cells.map((cell) => (cell === "" ? null : parseCard(cell))),
    waste: parsePile(board.waste),
    stock: board.stock,
    foundations: board.foundations,
    score: board.score,
    moves: board.moves,
    redeals: board.redeals,
    undoable: board.undoable,
    won: board.won,
    noMoves: board.noMoves,
  };
}
