import type { GameId } from "../../table/table";
import type { ExampleId } from "../example.svelte";

/** The pages of rules in one language. */
export interface RulesText {
  lead: string;
  /** The name of the links between the pages, and of the page that compares the games. */
  pages: string;
  overview: string;
  /** The heading over a page's list of sections. */
  contents: string;
  /** The games side by side, for newcomers. */
  compare: {
    title: string;
    /** What is compared. */
    labels: readonly string[];
    games: Record<GameId, { facts: readonly string[]; link: string }>;
  };
  shared: readonly Section[];
  games: Record<GameId, { lead: string; sections: readonly Section[] }>;
  example: {
    /** What stands before an example's heading. */
    label: string;
    startAgain: string;
    undo: string;
    score: string;
    /** Said of a legal move after which an example has no more answers. */
    over: string;
    /** Where the settings say that refused moves are not explained. */
    explanationsOff: string;
    /** The accessible name of an example's board. */
    board: (title: string) => string;
  };
}

/** id is the section's address within the page. */
export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
}

export type Block =
  | { p: string }
  | { list: readonly string[] }
  | { points: readonly (readonly [action: string, points: string])[] }
  | { keys: readonly (readonly [keys: readonly string[], meaning: string])[] }
  | { table: { caption: string; head: readonly string[]; rows: readonly (readonly number[])[] } }
  | { example: ExampleText };

export interface ExampleText {
  id: ExampleId;
  title: string;
  task: string;
  /** Said when the task is done. */
  done: string;
}
