import { describe, expect, test } from "vitest";
import { readGames } from "./testdata/games";
import { sketch } from "./testdata/tables";
import { moveOf } from "./word";

describe("moveOf", () => {
  test.each(readGames())(
    "takes as many cards as the engine does for each legal word of $code",
    ({ steps }) => {
      for (const { table, legal } of steps) {
        for (const [word, count] of legal) {
          expect([word, moveOf(table, word)?.count ?? 0]).toEqual([word, count]);
        }
      }
    },
  );

  const klondike = sketch("KL1-D3N", {
    columns: ["<?> <?> KH QS JD", "<?> QC", "", "9H <?>", "5D"],
    waste: "3C AS",
    stock: 4,
    foundations: [0, 2, 0, 0],
  });
  const freecell = sketch("FC1-C2", {
    columns: ["9S 8H 7C", "9C", "", "AH"],
    cells: ["5S", ""],
    foundations: [0, 0, 3, 0],
  });

  test.each([
    ["12", klondike, { from: "1", to: "2", count: 1 }, "the jack of a run on a queen"],
    ["13", klondike, { from: "1", to: "3", count: 3 }, "an empty column: from the king on"],
    ["13v2", klondike, { from: "1", to: "3", count: 2 }, "a count is taken as it stands"],
    ["13v4", klondike, null, "a card face down cannot be taken along"],
    ["13v6", klondike, null, "more cards than there are"],
    ["13v0", klondike, null, "no cards"],
    ["15", klondike, null, "a group that would begin below the column's end"],
    ["51", klondike, null, "a group longer than the column"],
    ["14", klondike, null, "onto a card not known yet"],
    ["45", klondike, null, "from a card not known yet"],
    ["35", klondike, null, "from an empty column"],
    ["11", klondike, null, "onto itself"],
    ["18", klondike, null, "a column that the game does not have"],
    ["1a", klondike, null, "a cell that the game does not have"],
    ["w3", klondike, { from: "w", to: "3", count: 1 }, "the waste's top"],
    ["w3v2", klondike, null, "two cards from the waste"],
    ["wh", klondike, { from: "w", to: "S", count: 1 }, "h is the foundation of the card's suit"],
    ["5h", klondike, null, "a foundation that needs another rank"],
    ["H3", klondike, { from: "H", to: "3", count: 1 }, "a foundation's card back"],
    ["Hh", klondike, null, "a foundation onto itself"],
    ["S3", klondike, null, "an empty foundation"],
    ["1w", klondike, null, "the waste takes nothing"],
    ["13", freecell, { from: "1", to: "3", count: 1 }, "FreeCell: one card to an empty column"],
    ["12", freecell, { from: "1", to: "2", count: 2 }, "as many as the ranks of both ends say"],
    ["1b", freecell, { from: "1", to: "b", count: 1 }, "an empty cell"],
    ["1a", freecell, null, "a taken cell"],
    ["1bv2", freecell, null, "two cards to a cell"],
    ["ab", freecell, { from: "a", to: "b", count: 1 }, "from cell to cell"],
    ["4h", freecell, { from: "4", to: "H", count: 1 }, "an ace home"],
    ["w1", freecell, null, "a waste that the game does not have"],
    ["n", klondike, null, "no group moves"],
    ["u", klondike, null, "no group moves"],
    ["0h", klondike, null, "no word"],
    ["35v", klondike, null, "no word"],
    ["35V2", klondike, null, "no word"],
    ["3S", klondike, null, "no word"],
    ["", klondike, null, "no word"],
  ])("%s", (word, table, want, why) => {
    expect(moveOf(table, word), why).toEqual(want);
  });
});
