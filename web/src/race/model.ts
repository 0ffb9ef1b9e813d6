import { create } from "@bufbuild/protobuf";
import type { Table } from "../table/table";
import { Rule } from "../wire/codes_pb";
import {
  type Acknowledgement,
  AcknowledgementSchema,
  type Gap,
  GapSchema,
  type OwnBoard,
  OwnBoardSchema,
  type Refusal,
  RefusalSchema,
} from "../wire/from_server_pb";
import type { Act } from "./seat";

/** The most that undo can take back, as in the game. */
const history = 100;

/** Position is a game for tests: a number that every word changes in its own way. */
interface Position {
  readonly score: number;
  readonly moves: number;
  /** The scores that undo goes back to, that of the position just before last. */
  readonly past: readonly number[];
}

const begin: Position = { score: 1, moves: 0, past: [] };

const changed = (score: number, word: string): number =>
  [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, score);

/** apply does a word on a table of this game, as the client does before it is answered. */
export const apply = (table: Table, word: string): Table => ({
  ...table,
  score: changed(table.score, word),
  moves: table.moves + 1,
  undoable: Math.min(table.undoable + 1, history),
});

function after(position: Position, word: string): Position {
  const { score, moves, past } = position;
  if (word !== "u") {
    return { score: changed(score, word), moves: moves + 1, past: [...past, score].slice(-history) };
  }
  const before = past.at(-1);
  return before === undefined ? position : { score: before, moves, past: past.slice(0, -1) };
}

/** played is what the words make of the game. */
export const played = (words: readonly string[]): Position => words.reduce(after, begin);

export type Answer =
  | { kind: "acknowledgement"; value: Acknowledgement }
  | { kind: "refusal"; value: Refusal }
  | { kind: "gap"; value: Gap }
  | { kind: "board"; value: OwnBoard };

/** Server is a seat on the server: what it does with numbers, as the protocol says. */
export class Server {
  words: string[] = [];
  ended = false;
  #epoch = 1;

  /** refuses says of a new word whether a rule forbids it. */
  constructor(readonly refuses: (word: string) => boolean = () => false) {}

  /** board is the seat after the action with that number. */
  board(number = this.words.length): OwnBoard {
    const { score, moves, past } = played(this.words.slice(0, number));
    return create(OwnBoardSchema, {
      number,
      entry: `${this.#epoch}-${number}`,
      board: { foundations: [0, 0, 0, 0], score, moves, undoable: past.length, hash: BigInt(score) },
      legal: this.ended ? [] : [`legal after ${number}`],
    });
  }

  act({ number, word }: Act): Answer {
    const next = this.words.length + 1;
    if (number > next) return { kind: "gap", value: create(GapSchema, { number, expected: next }) };
    if (number < next) {
      if (this.words[number - 1] !== word) return { kind: "board", value: this.board() };
      const value = create(AcknowledgementSchema, { own: this.board(number), again: true });
      return { kind: "acknowledgement", value };
    }
    if (word === null) {
      this.ended = true;
      return { kind: "board", value: this.board() };
    }
    const isUndo = word === "u" && played(this.words).past.length === 0;
    if (isUndo || this.refuses(word)) return { kind: "refusal", value: this.refusal(number) };
    this.words.push(word);
    return { kind: "acknowledgement", value: create(AcknowledgementSchema, { own: this.board() }) };
  }

  refusal(number: number): Refusal {
    const why = { case: "rule" as const, value: { rule: Rule.WRONG_RANK } };
    return create(RefusalSchema, { number, why });
  }

  /** crash loses the last words, acknowledged ones too. */
  crash(lost: number): void {
    this.words.splice(Math.max(0, this.words.length - lost));
    this.#epoch++;
  }
}
