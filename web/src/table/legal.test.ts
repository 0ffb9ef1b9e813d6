import { describe, expect, test } from "vitest";
import { hidden } from "./card";
import { doubleTapWord, dropWord, grabbable, tapWord, targets } from "./legal";
import { cardsOf, isCell, isColumn, isFoundation, pilesOf } from "./pile";
import { readGames } from "./testdata/games";
import { sketch } from "./testdata/tables";
import { moveOf } from "./word";

const klondike = sketch("KL1-D3N", {
  columns: ["<?> <?> 9S 8H", "9C", "<?> TD", "", "KS QD", "AH"],
  waste: "7C 7S",
  stock: 3,
  foundations: [0, 0, 0, 2],
});
const freecell = sketch("FC1-C4", {
  columns: ["JS TH 9S", "JC", "QD JH", "", "2C 9H 8S", "", "5D", "TD"],
  cells: ["AC", "", "4S", ""],
  foundations: [2, 0, 0, 0],
});

describe("grabbable", () => {
  test.each([
    [klondike, "1", 0, 0, "face down"],
    [klondike, "1", 2, 2, "a run"],
    [klondike, "1", 3, 1, "a last card"],
    [klondike, "1", 4, 0, "beyond the last card"],
    [klondike, "1", -1, 0, "before the first card"],
    [klondike, "4", 0, 0, "an empty column"],
    [klondike, "w", 1, 1, "the waste's top"],
    [klondike, "w", 0, 0, "a covered card of the waste"],
    [klondike, "n", 2, 0, "the stock"],
    [klondike, "C", 1, 1, "a foundation's top"],
    [klondike, "C", 0, 0, "a foundation's covered card"],
    [klondike, "a", 0, 0, "a cell that is not there"],
    [freecell, "5", 0, 3, "no run: the refusal will say so"],
    [freecell, "a", 0, 1, "a cell"],
    [freecell, "b", 0, 0, "an empty cell"],
  ])("case %#", (table, pile, index, want, why) => {
    expect(grabbable(table, pile, index), why).toBe(want);
  });

  test("lifts no card of a column that is not known yet", () => {
    const table = { ...klondike, columns: [[hidden, 3, hidden]] };
    expect([0, 1, 2].map((i) => grabbable(table, "1", i))).toEqual([0, 0, 0]);
  });
});

describe("targets and dropWord", () => {
  const legal = ["34", "34v2", "36", "3a", "3h", "38v2", "ah", "a4", "S4"];
  const table = sketch("FC1-C4", {
    columns: ["", "", "2S AH", "", "", "3D", "", "3H"],
    cells: ["", "AC"],
    foundations: [0, 0, 3, 0],
  });

  test("names the piles by what moves, not by the letters of the words", () => {
    expect(targets(table, legal, "3", 1)).toEqual(["4", "a", "H"]);
    expect(targets(table, legal, "3", 2)).toEqual(["4", "6", "8"]);
    expect(targets(table, legal, "b", 1)).toEqual([]);
  });

  test.each([
    ["3", 1, "4", "34", true, "as listed"],
    ["3", 2, "4", "34v2", true, "as listed, with its count"],
    ["3", 2, "6", "36", true, "as listed, though two cards move"],
    ["3", 1, "D", "3h", true, "any foundation stands for the card's own"],
    ["3", 1, "6", "36v1", false, "one card, where the word without count would take two"],
    ["3", 1, "1", "31v1", false, "an empty column"],
    ["3", 2, "a", "3av2", false, "two cards to a cell"],
    ["3", 2, "h", "3hv2", false, "two cards home"],
    ["3", 12, "5", "35vc", false, "counts are hexadecimal"],
    ["b", 1, "6", "b6", false, "a cell's card needs no count"],
    ["b", 1, "S", "bh", false, "home"],
    ["D", 1, "S", "Dh", false, "from foundation to foundation"],
    ["D", 1, "a", "Da", false, "from foundation to cell"],
    ["3", 1, "3", "33v1", false, "its own column"],
  ])("%s x%i to %s: %s", (from, count, to, word, isLegal, why) => {
    expect(dropWord(table, legal, from, count, to), why).toEqual({ word, legal: isLegal });
  });

  test("gives a word that is always refused where the notation has none", () => {
    expect(dropWord(klondike, ["n"], "1", 1, "n")).toEqual({ word: "1w", legal: false });
    expect(dropWord(klondike, ["n", "w4"], "w", 1, "n")).toEqual({ word: "ww", legal: false });
    expect(dropWord(klondike, ["n", "w4"], "n", 1, "4")).toEqual({ word: "ww", legal: false });
  });

  test.each(readGames())("finds each legal move of $code from the cards and the target", ({ steps }) => {
    for (const { table, legal } of steps) {
      const words = [...legal.keys()];
      for (const word of words) {
        const move = moveOf(table, word);
        if (move === null) continue;
        const { from, to, count } = move;
        const lifted = grabbable(table, from, cardsOf(table, from).length - count);
        expect([dropWord(table, words, from, count, to), lifted]).toEqual([{ word, legal: true }, count]);
      }
    }
  });

  test.each(readGames())(
    "never sends a legal word of $code for a drop that it calls illegal",
    ({ steps }) => {
      const wrong: string[] = [];
      for (const { table, legal } of steps.filter((_, i) => i % 5 === 0)) {
        const words = [...legal.keys()];
        const listed = new Set(words.map((word) => JSON.stringify(moveOf(table, word))));
        for (const from of pilesOf(table.variant)) {
          for (const to of pilesOf(table.variant)) {
            for (const count of [1, 2, 3]) {
              const drop = dropWord(table, words, from, count, to);
              const move = moveOf(table, drop.word);
              const isLegal = move !== null && listed.has(JSON.stringify(move));
              if (drop.legal !== isLegal) wrong.push(`${from} x${count} to ${to}: ${drop.word}`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe("tapWord", () => {
  const legal = ["6h", "wh", "w1", "12", "56"];
  test.each([
    ["6", "6h", "a last card that fits on its foundation"],
    ["1", null, "a last card that fits on a column only"],
    ["4", null, "an empty column"],
    ["n", "n", "the stock, legal or not"],
    ["C", null, "a foundation"],
  ])("on %s: %s", (pile, want, why) => {
    expect(tapWord(klondike, legal, pile), why).toBe(want);
  });

  test("takes the waste's top home", () => {
    const table = sketch("KL1-D3N", { waste: "2S AS" });
    expect(tapWord(table, ["wh"], "w")).toBe("wh");
    expect(tapWord(table, [], "w")).toBeNull();
  });

  test("takes a cell's card home, and to nothing else", () => {
    expect(tapWord(freecell, ["ah", "a4"], "a")).toBe("ah");
    expect(tapWord(freecell, ["a4", "ab"], "a")).toBeNull();
  });
});

describe("doubleTapWord", () => {
  const doubled = (table: typeof freecell, legal: string, pile: string, index: number) =>
    doubleTapWord(table, legal.split(" "), pile, index);

  test("a last card goes to its foundation before all else", () => {
    expect(doubled(freecell, "c7 c8 ch cb", "c", 0)).toBe("c7");
    const table = sketch("FC1-C4", { columns: ["AS", "2H", "2D"] });
    expect(doubled(table, "12 13 14 1h 1a", "1", 0)).toBe("1h");
  });

  test("then to the longest column, cards face down counted", () => {
    const table = sketch("KL1-D3N", { columns: ["8H", "9S", "<?> <?> 9C", "9C"] });
    expect(doubled(table, "12 13 14", "1", 0)).toBe("13");
  });

  test("of columns of one length to the leftmost, in whatever order the list has them", () => {
    const table = sketch("FC1-C4", { columns: ["QS", "", "KH", "KD", "QC"] });
    expect(doubled(table, "14 13 12", "1", 0)).toBe("13");
  });

  test("then a king, or in FreeCell any card, to the leftmost empty column", () => {
    const king = sketch("KL1-D3N", { columns: ["<?> KS", "9S"], waste: "KD" });
    expect(doubled(king, "14 13", "1", 1)).toBe("13");
    expect(doubled(king, "w3 w4", "w", 0)).toBe("w3");
    expect(doubled(freecell, "14 16 1b 1d", "1", 2)).toBe("14");
    expect(doubled(freecell, "a4 a6 ab ad", "a", 0)).toBe("a4");
  });

  test("in FreeCell at last to the first empty cell", () => {
    expect(doubled(freecell, "1b 1d", "1", 2)).toBe("1b");
  });

  test("never from cell to cell", () => {
    expect(doubled(freecell, "ab ad", "a", 0)).toBeNull();
  });

  test("never a whole column to an empty one, but its one card to a cell", () => {
    expect(doubled(freecell, "24 26", "2", 0)).toBeNull();
    expect(doubled(freecell, "74 76 7b 7d", "7", 0)).toBe("7b");
    const king = sketch("KL1-D3N", { columns: ["KS QD", ""] });
    expect(doubled(king, "12", "1", 0)).toBeNull();
  });

  test("inside a run takes the run with it", () => {
    expect(doubled(freecell, "14 14v2 16 16v2 1b", "1", 1)).toBe("14v2");
    const table = sketch("FC1-C4", { columns: ["2C TH 9S", "QD JC", "JS"] });
    expect(doubled(table, "12 13 14 14v2", "1", 1)).toBe("12");
  });

  test("inside a run does not fall back to the last card", () => {
    expect(doubled(freecell, "14 1b 1h", "1", 1)).toBeNull();
  });

  test("on the stock turns it; on a foundation, a card face down or an empty pile does nothing", () => {
    expect(doubled(klondike, "n", "n", 2)).toBe("n");
    expect(doubled(klondike, "C1 C4", "C", 1)).toBeNull();
    expect(doubled(klondike, "14", "1", 0)).toBeNull();
    expect(doubled(klondike, "n", "4", 0)).toBeNull();
    expect(doubled(klondike, "w4", "w", 0)).toBeNull();
  });

  test.each(readGames())(
    "in $code acts by the list alone, and finds a word whenever there is one",
    ({ steps }) => {
      const wrong: string[] = [];
      for (const { table, legal } of steps) {
        const words = [...legal.keys()];
        for (const pile of pilesOf(table.variant)) {
          if (pile === "n" || isFoundation(pile)) continue;
          cardsOf(table, pile).forEach((_, index) => {
            const whole = isColumn(pile) && index === 0;
            const useful = targets(table, words, pile, grabbable(table, pile, index)).filter(
              (to) =>
                !(isCell(pile) && isCell(to)) && !(whole && isColumn(to) && cardsOf(table, to).length === 0),
            );
            const word = doubleTapWord(table, words, pile, index);
            const right = word === null ? useful.length === 0 : useful.length > 0 && words.includes(word);
            if (!right) wrong.push(`${pile} ${index}: ${word}`);
          });
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
