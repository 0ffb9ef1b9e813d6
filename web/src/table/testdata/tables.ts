import { type Card, cardOf, hidden, parseCard, parsePile } from "../card";
import { parseVariant, type Table } from "../table";

export interface Sketch {
  /** From column 1 on, each as the wire writes a pile; the columns left out are empty. */
  columns?: readonly string[];
  /** As on the wire, "" for an empty cell. */
  cells?: readonly string[];
  waste?: string;
  stock?: number;
  /** How many cards of S H D C are home. */
  foundations?: readonly number[];
}

/** sketch makes a table of the piles that a test is about; it need not have all cards. */
export function sketch(code: string, { columns, cells, waste, stock, foundations }: Sketch): Table {
  const variant = parseVariant(code);
  return {
    variant,
    columns: Array.from({ length: variant.columns }, (_, i) => parsePile(columns?.[i] ?? "")),
    cells: Array.from({ length: variant.cells }, (_, i) => (cells?.[i] ? parseCard(cells[i]) : null)),
    waste: parsePile(waste ?? ""),
    stock: stock ?? 0,
    foundations: foundations ?? [0, 0, 0, 0],
    score: 0,
    moves: 0,
    redeals: 0,
    undoable: 0,
    won: false,
    noMoves: false,
  };
}

/** A Random gives whole numbers from 0 to below a limit. */
export type Random = (limit: number) => number;

/** seeded is a small generator (mulberry32), so that a failure comes again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return Math.floor((((z ^ (z >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** anyTable lays all cards out at random, lawful or not, one column as long as a column can become. */
export function anyTable(code: string, random: Random): Table {
  const deck = shuffled(random);
  const variant = parseVariant(code);
  const foundations = [0, 0, 0, 0].map(() => (random(2) === 0 ? 0 : random(4)));
  const left = deck.filter((card) => (card % 13) + 1 > (foundations[Math.floor(card / 13)] ?? 0));
  const columns: Card[][] = Array.from({ length: variant.columns }, () => []);
  columns[random(variant.columns)] = left.splice(0, 19);
  const cells = Array.from({ length: variant.cells }, () => (random(2) === 0 ? null : (left.pop() ?? null)));
  const stock = variant.draw > 0 ? random(left.length) : 0;
  left.splice(0, stock);
  const waste = variant.draw > 0 ? left.splice(0, random(left.length)) : [];
  for (const card of left) {
    const short = columns.filter((column) => column.length < 19);
    short[random(short.length)]?.push(card);
  }
  const faceDown = variant.game === "KL";
  const shown = columns.map((column) => {
    const covered = random(Math.min(column.length, 7));
    return column.map((card, i) => (faceDown && i < covered ? hidden : card));
  });
  return { ...sketch(code, { stock, foundations }), columns: shown, cells, waste };
}

function shuffled(random: Random): Card[] {
  const deck = Array.from({ length: 52 }, (_, i) => cardOf(Math.floor(i / 13), (i % 13) + 1));
  for (let i = 51; i > 0; i--) {
    const j = random(i + 1);
    [deck[i], deck[j]] = [deck[j] ?? hidden, deck[i] ?? hidden];
  }
  return deck;
}

export const codes = ["TF1-D1N", "TF1-D3N", "KL1-D3N", "KL1-D1P3", "FC1-C4", "FC1-C2", "FC1-C1", "FC1-C0"];
