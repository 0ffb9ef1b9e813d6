import { create } from "@bufbuild/protobuf";
import { applyWord } from "../table/moves";
import { parseVariant, type Table, tableOf, type Variant } from "../table/table";
import { Rule } from "../wire/codes_pb";
import { BoardSchema } from "../wire/game_pb";

export type ExampleId =
  | "fc-cells"
  | "fc-empty"
  | "fc-home"
  | "fc-run"
  | "kl-fan"
  | "kl-passes"
  | "kl-run"
  | "kl-turn"
  | "tf-colours"
  | "tf-king"
  | "tf-run"
  | "tf-stock";

/** examples.json, which the engine's answers are in. */
export type Sources = Readonly<Record<ExampleId, Source>>;

export interface Source {
  readonly variant: string;
  /** The first is the one to begin with. */
  readonly states: readonly State[];
}

export interface State {
  /** Without the fields that are 0, false or empty. */
  readonly board: {
    readonly columns: string[];
    readonly cells?: string[];
    readonly waste?: string;
    readonly stock?: number;
    readonly foundations: number[];
    readonly score?: number;
    readonly moves?: number;
    readonly redeals?: number;
    readonly won?: boolean;
  };
  readonly goal?: boolean;
  /** By legal word the state that it leads to, or -1 where the example ends; none where it has ended. */
  readonly moves?: Readonly<Record<string, number>>;
  /** The words that a rule forbids, by its name and detail: {"RUN_TOO_LONG 4": "12v5 32v5"}. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** A Refusal says which rule forbade what was tried. */
export interface Refusal {
  readonly rule: Rule;
  readonly detail: string;
}

/** A board, and the state of the source that it is; null: none, and it has no answers. */
interface Step {
  readonly table: Table;
  readonly state: State | null;
}

/** Example is a small game whose answers are all known beforehand. */
export class Example {
  readonly #source: Source;
  readonly #variant: Variant;
  #steps: readonly Step[] = $state.raw([]);
  /** The last thing tried, if a rule forbade it. */
  refusal: Refusal | null = $state.raw(null);

  constructor(source: Source) {
    this.#source = source;
    this.#variant = parseVariant(source.variant);
    this.restart();
  }

  get #step(): Step {
    const step = this.#steps.at(-1);
    if (step === undefined) throw new Error("an example without a board");
    return step;
  }

  get table(): Table {
    return this.#step.table;
  }

  get legal(): readonly string[] {
    return Object.keys(this.#step.state?.moves ?? {});
  }

  /** Whether the task is done. */
  get done(): boolean {
    return this.#step.state?.goal === true;
  }

  /** Whether there are no answers to further moves. */
  get over(): boolean {
    return this.#step.state?.moves === undefined;
  }

  get begun(): boolean {
    return this.#steps.length > 1;
  }

  restart(): void {
    this.#steps = [this.#stepTo(0)];
    this.refusal = null;
  }

  undo(): void {
    if (this.begun) this.#steps = this.#steps.slice(0, -1);
    this.refusal = null;
  }

  /** play carries out a word, or says why not. */
  play(word: string): void {
    const next = this.#step.state?.moves?.[word];
    if (next === undefined) {
      if (!this.over) this.refusal = this.#refusalOf(word);
      return;
    }
    const step = next < 0 ? { table: applyWord(this.table, word), state: null } : this.#stepTo(next);
    const table = { ...step.table, undoable: this.#steps.length };
    this.#steps = [...this.#steps, { ...step, table }];
    this.refusal = null;
  }

  #stepTo(index: number): Step {
    const state = this.#source.states[index];
    if (state === undefined) throw new Error(`an example without state ${index}`);
    return { table: tableOf(this.#variant, create(BoardSchema, state.board)), state };
  }

  #refusalOf(word: string): Refusal {
    // One card is also what is meant without a count, unless the answers say otherwise.
    for (const asked of [word, word.replace(/v1$/, "")]) {
      for (const [reason, words] of Object.entries(this.#step.state?.refused ?? {})) {
        if (words.split(" ").includes(asked)) return parseReason(reason);
      }
    }
    return { rule: Rule.UNSPECIFIED, detail: "" };
  }
}

function parseReason(reason: string): Refusal {
  const [name = "", detail = ""] = reason.split(" ");
  return { rule: Rule[name as keyof typeof Rule] ?? Rule.UNSPECIFIED, detail };
}
