import { parsePile } from "../card";
import { parseVariant, type Table, type Variant } from "../table";
import text from "./games.jsonl?raw";

/** A Step is the engine's board after a word, "" for the start, and how many cards each legal word moves. */
export interface Step {
  readonly word: string;
  readonly table: Table;
  readonly legal: ReadonlyMap<string, number>;
}

export interface Game {
  readonly code: string;
  readonly steps: readonly Step[];
}

type Line = Readonly<Record<string, string | number | boolean>>;

/** readGames reads the games that games.go wrote; each line has what changed since the one before it. */
export function readGames(): Game[] {
  const games: { code: string; steps: Step[] }[] = [];
  let state: Line = {};
  for (const line of text.trim().split("\n")) {
    const change = JSON.parse(line) as Line;
    if (typeof change.code === "string") {
      games.push({ code: change.code, steps: [] });
      state = {};
      continue;
    }
    const game = games.at(-1);
    if (game === undefined) throw new Error("games.jsonl begins without a code");
    state = { ...state, ...change };
    game.steps.push(stepOf(parseVariant(game.code), state));
  }
  return games;
}

function stepOf(variant: Variant, line: Line): Step {
  const pile = (letter: string) => parsePile(String(line[letter] ?? ""));
  const count = (name: string) => Number(line[name] ?? 0);
  const table: Table = {
    variant,
    columns: Array.from({ length: variant.columns }, (_, i) => pile(String(i + 1))),
    cells: Array.from({ length: variant.cells }, (_, i) => pile("abcd".charAt(i))[0] ?? null),
    waste: pile("w"),
    stock: count("n"),
    foundations: [..."SHDC"].map(count),
    score: count("score"),
    moves: count("moves"),
    redeals: count("redeals"),
    undoable: count("undoable"),
    won: line.won === true,
    noMoves: false,
  };
  const words = String(line.legal).split(" ").filter(Boolean);
  const legal = new Map(words.map((entry) => [entry.split(":")[0] ?? "", Number(entry.split(":")[1])]));
  return { word: String(line.word), table, legal };
}
