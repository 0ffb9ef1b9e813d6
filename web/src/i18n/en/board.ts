import { pluralIn } from "../plural";

const plural = pluralIn("en");
const cards = (n: number): string => plural(n, { one: "# card", other: "# cards" });

/** sentence begins with a capital letter. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The board: what is said of it to those who do not see it, and its help. Piles and cards come as game names them. */
export const board = {
  /** "Column 3: seven of hearts, covering eight of spades; 5 cards, 2 face down". */
  pile: (pile: string, cards: string): string => `${sentence(pile)}: ${cards}`,
  empty: "empty",
  /** The card that can be reached, and those that lie face up under it, from the nearest. */
  covering: (top: string, under: readonly string[]): string => `${top}, covering ${under.join(", ")}`,
  count: cards,
  faceDown: (n: number): string => plural(n, { other: "# face down" }),
  stock: (n: number): string => `${cards(n)} face down`,
  stockRedeal: "empty, turn the waste over",
  stockDone: "empty, no more passes",

  /** Said of the pile whose cards are held, or where held cards would fit. */
  held: (card: string, n: number): string => (n === 1 ? `held: ${card}` : `held: ${cards(n)}, from ${card}`),
  fitsHere: "what is held fits here",
  chosen: (card: string, n: number): string => (n === 1 ? sentence(card) : `${cards(n)}, from ${card}`),
  lifted: (card: string, n: number, places: readonly string[]): string => {
    const what = n === 1 ? card : `${cards(n)} from ${card}`;
    return places.length === 0
      ? `Lifted ${what}. It fits nowhere.`
      : `Lifted ${what}. Fits on: ${places.join(", ")}.`;
  },
  nothingToLift: "Nothing to lift here.",
  letGo: "Put back.",
  noHome: "Not to a foundation now.",

  moved: (card: string, n: number, from: string, to: string): string =>
    `${n === 1 ? sentence(card) : `${cards(n)} from ${card}`}: ${from} to ${to}.`,
  drawn: (n: number, top: string | null): string =>
    top === null ? `Drew ${cards(n)}.` : n === 1 ? `Drew ${top}.` : `Drew ${cards(n)}, on top ${top}.`,
  redealt: "The waste is the stock again.",
  turned: (card: string, pile: string): string => `${sentence(pile)} shows ${card}.`,
  undone: (what: string): string => `Undone. ${what}`,
  undoneDraw: "Undone: the draw.",
  undoneRedeal: "Undone: the waste is back.",
  won: "All cards are home.",

  asText: "The board as text",
  help: "Help with the board",
  helpTouch: "By touch or mouse",
  helpTouchLines: (stock: boolean): string[] => [
    "Drag cards to where they fit, or tap a card and then the place it is to go to.",
    "Tap a card that lies on top: it goes to its foundation if it fits there.",
    "Tap it twice: it goes to where it fits on the board.",
    ...(stock ? ["Tap the stock to draw."] : []),
    "Hold a long column to spread it.",
  ],
  helpKeys: "By keyboard",
  keys: {
    arrows: "From pile to pile; up and down in a column choose how many cards",
    act: "Lift the chosen cards; drop them on another pile",
    draw: "Draw from the stock",
    cancel: "Put held cards back",
    home: "To the foundation",
    undo: "Undo",
    columns: "To a column",
    toWaste: "To the waste, to the foundations",
    toCells: "To the cells, to the foundations",
    help: "This help",
  },
  lettersOff: "Letters and digits are switched off in the settings.",
  key: { space: "Space", enter: "Enter", escape: "Esc", arrows: "Arrow keys" },
};
