import type { Table } from "../table/table";

/** Timeline is a table, and those before it that undo goes back to, as far as they are known. */
export interface Timeline {
  readonly table: Table;
  /** The last of them is the one before the table. There are never more than table.undoable. */
  readonly earlier: readonly Table[];
  /** The table is not the one that it should be, since a step led to one that is not known. */
  readonly blind: boolean;
}

/** Apply does a word; it gives the same table if the word cannot be done on it. */
export type Apply = (table: Table, word: string) => Table;

export const undo = "u";

/** beginAt is a table of whose past nothing is known. */
export const beginAt = (table: Table): Timeline => ({ table, earlier: [], blind: false });

/** imagined is what comes after a word, as far as can be known before the server has said so. */
export function imagined(line: Timeline, word: string, apply: Apply): Timeline {
  if (word === undo) return imaginedUndo(line);
  if (line.blind) return line;
  const next = apply(line.table, word);
  // A word that does nothing was meant for another table.
  return next === line.table ? { ...line, blind: true } : behind(line, next);
}

function imaginedUndo(line: Timeline): Timeline {
  const { table, earlier } = line;
  if (table.undoable === 0) return line;
  const undoable = table.undoable - 1;
  const before = line.blind ? undefined : earlier.at(-1);
  if (!before) return { table: { ...table, undoable }, earlier: [], blind: true };
  // Undo takes no move off the count.
  const back = { ...before, undoable, moves: table.moves };
  return { table: back, earlier: earlier.slice(0, -1), blind: false };
}

/** told is what comes after a word, the server having told the table. */
export function told(line: Timeline, word: string, table: Table): Timeline {
  if (word !== undo) return behind(line, table);
  return { table, earlier: atMost(line.earlier.slice(0, -1), table.undoable), blind: false };
}

const behind = (line: Timeline, table: Table): Timeline => ({
  table,
  earlier: atMost([...line.earlier, line.table], table.undoable),
  blind: false,
});

/** atMost keeps the last ones: those before have fallen out of the history. */
const atMost = (tables: readonly Table[], count: number): readonly Table[] =>
  count === 0 ? [] : tables.slice(-count);
