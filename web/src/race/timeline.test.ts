import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { parseVariant, type Table, tableOf } from "../table/table";
import { BoardSchema } from "../wire/game_pb";
import { apply } from "./model";
import { beginAt, imagined, told } from "./timeline";

const empty = tableOf(parseVariant("KL1-D3N"), create(BoardSchema, { foundations: [0, 0, 0, 0] }));
const same = (table: Table): Table => table;

describe("a timeline", () => {
  it("holds no more tables than undo can take back", () => {
    let line = beginAt(empty);
    for (let i = 0; i < 130; i++) line = told(line, `w${i}`, apply(line.table, `w${i}`));
    expect(line.earlier).toHaveLength(100);
    expect(told(line, "w", { ...line.table, undoable: 0 }).earlier).toEqual([]);
  });

  it("goes on blindly after a word that does nothing, rather than to show a move that is none", () => {
    const line = imagined(beginAt(empty), "35", same);
    expect(line).toMatchObject({ table: empty, blind: true });
    expect(imagined(line, "n", apply).table).toBe(empty);
  });

  it("sees again when the server has told the table", () => {
    const blind = imagined(beginAt(empty), "35", same);
    expect(told(blind, "35", apply(empty, "35")).blind).toBe(false);
  });
});
