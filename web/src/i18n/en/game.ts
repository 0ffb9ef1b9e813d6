import { type Card, hidden, rankOf, ranks, suitOf, suits } from "../../table/card";
import type { GameId, PileId, Variant } from "../../table/table";
import { Rule } from "../../wire/codes_pb";
import { pluralIn } from "../plural";

const plural = pluralIn("en");

const suitNames = ["spades", "hearts", "diamonds", "clubs"];
const rankNames = [
  "ace",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
];
const symbols = ["♠\uFE0E", "♥\uFE0E", "♦\uFE0E", "♣\uFE0E"];

const at = (list: readonly string[], index: number): string => list[index] ?? "";
const names: Record<GameId, string> = { TF: "Solitaire Réfléchi", FC: "FreeCell", KL: "Klondike" };
const cards = (n: number): string => plural(n, { one: "# card", other: "# cards" });
const draw = (n: number): string => `draw ${n}`;
const passes = (n: number): string => plural(n, { one: "# pass", other: "# passes" });
const cells = (n: number): string => plural(n, { one: "# cell", other: "# cells" });

const refusals: Record<Rule, (detail: string) => string> = {
  [Rule.UNSPECIFIED]: () => "That is not allowed here.",
  [Rule.GAME_OVER]: () => "The game is won, and nothing moves any more.",
  [Rule.NO_SUCH_PILE]: () => "There is no such place in this game.",
  [Rule.SAME_PILE]: () => "The card lies there already.",
  [Rule.PILE_EMPTY]: () => "Nothing lies there that could move.",
  [Rule.BAD_COUNT]: () => "That many cards cannot be taken from there.",
  [Rule.FACE_DOWN]: () => "Face-down cards do not move. Only cards that lie face up do.",
  [Rule.RUN_BROKEN]: () =>
    "These cards move together only in order: each one lower than the card it lies on, red and black by turns.",
  [Rule.RUN_TOO_LONG]: (most) =>
    plural(Number(most), {
      one: "Only one card can move there now. Free a cell or a column to move more.",
      other: "At most # cards can move there together now. Free a cell or a column to move more.",
    }),
  [Rule.KING_ONLY]: () => "Only a king may go to an empty column, alone or with the run on it.",
  [Rule.SAME_COLOUR]: () => "The colours must alternate: red goes on black, black on red.",
  [Rule.WRONG_RANK]: () => "The card must be exactly one lower than the card it goes on: a 7 on an 8.",
  [Rule.ONE_AT_A_TIME]: () => "Only one card at a time may go there.",
  [Rule.NOT_NEXT]: (rank) => {
    const next = at(rankNames, ranks.indexOf(rank));
    return `Foundations grow from ace to king, suit by suit. The next card of this suit is the ${next}.`;
  },
  [Rule.CELL_TAKEN]: () => "A cell holds only one card, and there is one in this cell.",
  [Rule.NOT_A_TARGET]: () => "This card may not go there. It may go to a column where it fits.",
  [Rule.STOCK_EMPTY]: () => "Stock and waste are empty: there is nothing left to draw.",
  [Rule.PASS_LIMIT]: () => "All passes through the stock are used up. Play with the cards on the table.",
  [Rule.NOTHING_TO_UNDO]: () => "There is nothing left to undo.",
};

/** The words of the games: cards, piles, options, refusals. Those for use inside a sentence begin in lower case. */
export const game = {
  names,
  /** What a game is, in one line. */
  lines: {
    TF: "Every column lies face up: think ahead and plan.",
    FC: "All cards in view, and cells to put some aside.",
    KL: "The classic, with face-down cards to turn up.",
  } as Record<GameId, string>,
  options: {
    drawTitle: "Cards drawn at a time",
    passesTitle: "Passes through the stock",
    cellsTitle: "Cells",
    draw: (n: number): string => `Draw ${n}`,
    /** 0 stands for any number. */
    passes: (n: number): string => (n === 0 ? "Any number of passes" : passes(n)),
    cells,
    easier: "easier",
    harder: "harder",
  },
  /** A game with its options: "Klondike, draw 3, 1 pass". */
  variant: (v: Variant): string =>
    [
      names[v.game],
      ...(v.draw > 0 ? [draw(v.draw)] : []),
      ...(v.passes > 0 ? [passes(v.passes)] : []),
      ...(v.game === "FC" ? [cells(v.cells)] : []),
    ].join(", "),

  /** By suit, S H D C. */
  suits: suitNames,
  /** By rank, from the ace. */
  ranks: rankNames,
  cards,
  faceDown: "face-down card",
  card: (card: Card): string =>
    card === hidden
      ? "face-down card"
      : `${at(rankNames, rankOf(card) - 1)} of ${at(suitNames, suitOf(card))}`,
  /** The card as the object of a sentence: "Move ...". */
  cardAsObject: (card: Card): string =>
    card === hidden
      ? "face-down card"
      : `${at(rankNames, rankOf(card) - 1)} of ${at(suitNames, suitOf(card))}`,
  /** For tight places: 7♥. */
  shortCard: (card: Card): string =>
    card === hidden
      ? "?"
      : `${ranks.charAt(rankOf(card) - 1).replace("T", "10")}${at(symbols, suitOf(card))}`,

  stock: "stock",
  waste: "waste",
  cell: "cell",
  column: "column",
  foundation: "foundation",
  /** A pile by its letter: "column 3", "cell 1", "foundation of spades". */
  pile: (pile: PileId): string => {
    if (pile === "n") return "stock";
    if (pile === "w") return "waste";
    const cell = "abcd".indexOf(pile);
    if (cell >= 0) return `cell ${cell + 1}`;
    const suit = suits.indexOf(pile);
    return suit >= 0 ? `foundation of ${at(suitNames, suit)}` : `column ${pile}`;
  },

  /** Why a move was refused, and what would be right. */
  refusal: (rule: Rule, detail: string): string => (refusals[rule] ?? refusals[Rule.UNSPECIFIED])(detail),

  noMoves: "No moves left",
  noMovesHelp: "Undo some moves, or resign.",
  endings: { home: "All home", resigned: "Resigned", timeUp: "Time up" },
  rankings: { scoreAndTime: "Score and time", firstHome: "First home" },
  rankingLines: {
    scoreAndTime: "Finished games come first, then the higher score, then the shorter time.",
    firstHome: "Whoever first has all cards home wins.",
  },
  score: "Score",
  time: "Time",
  moves: "Moves",
  undo: "Undo",
};
