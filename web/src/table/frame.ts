import { suits } from "./card";
import { cellPile, columnPile, stockPile, wastePile } from "./pile";
import type { PileId, Variant } from "./table";

/** The board's area in px. */
export interface Space {
  readonly width: number;
  readonly height: number;
}

export interface LayoutOptions {
  /** Stock, waste and cells are at the right and the foundations at the left, instead of the reverse. */
  readonly leftHanded: boolean;
  readonly largePrint: boolean;
  /** The column whose covered cards are shown more. */
  readonly spread: PileId | null;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A Frame is where the piles of a game are and how large its cards, whatever lies on the piles. */
export interface Frame {
  /** Whether stock, waste, cells and foundations are beside the columns instead of above them. */
  readonly sideways: boolean;
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** Between neighbouring columns. */
  readonly gap: number;
  /** Where each pile's first card has its top left corner. */
  readonly piles: Readonly<Record<PileId, Point>>;
  /** No card of a column reaches below this. */
  readonly bottom: number;
  readonly wasteFan: WasteFan;
  readonly largePrint: boolean;
}

export interface WasteFan {
  /** The most cards shown beside each other. */
  readonly most: number;
  /** From a card to the one on it. */
  readonly step: Point;
  /** Whether the top card is the one that lies at the pile's point, and not the lowest of those shown. */
  readonly topAtPile: boolean;
}

/** Below this height a wide board has its other piles beside the columns. */
const sidewaysBelow = 480;
const sidewaysRatio = 1.2;

const maxCardWidth = 120;
const cardRatio = 1.4;

/** A column of this many cards shows the index of each: what height the cards may have follows from it. */
const legibleCards = 13;
const legibleStep = 0.24;
const legibleColumn = 1 + (legibleCards - 1) * legibleStep;

const leastPad = 4;
const foundations = 4;

export function frameOf(variant: Variant, space: Space, options: LayoutOptions): Frame {
  const sideways = space.height < sidewaysBelow && space.width > sidewaysRatio * space.height;
  const grid = gridOf(variant, space, sideways);
  return {
    sideways,
    cardWidth: grid.width,
    cardHeight: grid.height,
    gap: grid.gap,
    piles: sideways ? pilesBeside(variant, grid, options) : pilesAbove(variant, grid, options),
    bottom: Math.max(Math.floor(space.height) - grid.pad, grid.pad + grid.height),
    wasteFan: wasteFanOf(variant, grid, sideways, options),
    largePrint: options.largePrint,
  };
}

/** A Grid is the columns of places that a board has, and the size of a place. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  /** Above the first row and below the last. */
  readonly pad: number;
  /** Where the first column begins. */
  readonly left: number;
}

function gridOf(variant: Variant, space: Space, sideways: boolean): Grid {
  const sides = sideways ? sidesOf(variant) : 0;
  const places = variant.columns + sides;
  // The columns at the sides stand off by a second gap.
  const gaps = places + 1 + sides;
  const byWidth = space.width / (places + gaps * gapRatio(space.width));
  const byHeight = (sideways ? heightBeside(space) : heightAbove(space)) / cardRatio;
  const width = Math.max(Math.floor(Math.min(byWidth, byHeight, maxCardWidth)), 1);
  const height = Math.floor(width * cardRatio);
  const gap = Math.max(Math.min(Math.floor((space.width - places * width) / gaps), Math.round(width / 5)), 0);
  const used = places * width + (gaps - 2) * gap;
  return {
    width,
    height,
    gap,
    pad: sideways ? leastPad : Math.max(gap, leastPad),
    left: Math.max(Math.round((space.width - used) / 2), 0),
  };
}

/** gapRatio is the least gap between cards as a part of their width: on phones every pixel is needed. */
function gapRatio(width: number): number {
  const share = Math.min(Math.max((width - 400) / 300, 0), 1);
  return 0.0625 + share * 0.0575;
}

/** heightAbove is the height that cards may have with the other piles above the columns. */
const heightAbove = (space: Space): number => space.height / (1 + legibleColumn + 0.24);

/** heightBeside leaves room for the foundations one below the other. */
const heightBeside = (space: Space): number => (space.height - (foundations + 1) * leastPad) / foundations;

function pilesAbove(variant: Variant, grid: Grid, options: LayoutOptions): Record<PileId, Point> {
  const x = (column: number) => grid.left + column * (grid.width + grid.gap);
  const columnsTop = grid.pad + grid.height + grid.pad;
  const piles: Record<PileId, Point> = {};
  for (let i = 0; i < variant.columns; i++) piles[columnPile(i)] = { x: x(i), y: columnsTop };
  const row = (list: readonly PileId[], atRight: boolean) => {
    const first = atRight ? variant.columns - list.length : 0;
    list.forEach((pile, i) => {
      piles[pile] = { x: x(first + i), y: grid.pad };
    });
  };
  const others = otherPiles(variant);
  // The stock keeps to the edge on either side; cells are in their order.
  row(options.leftHanded && variant.draw > 0 ? others.toReversed() : others, options.leftHanded);
  row([...suits], !options.leftHanded);
  return piles;
}

function pilesBeside(variant: Variant, grid: Grid, options: LayoutOptions): Record<PileId, Point> {
  const step = grid.width + grid.gap;
  const left = options.leftHanded ? [...suits] : otherPiles(variant);
  const right = options.leftHanded ? otherPiles(variant) : [...suits];
  const columnsLeft = grid.left + (left.length > 0 ? step + grid.gap : 0);
  const piles: Record<PileId, Point> = {};
  for (let i = 0; i < variant.columns; i++) piles[columnPile(i)] = { x: columnsLeft + i * step, y: grid.pad };
  const side = (list: readonly PileId[], x: number) => {
    list.forEach((pile, i) => {
      piles[pile] = { x, y: grid.pad + i * (grid.height + leastPad) };
    });
  };
  side(left, grid.left);
  side(right, columnsLeft + variant.columns * step + grid.gap);
  return piles;
}

/** sidesOf is how many sides have piles: a game with neither stock nor cells has foundations alone. */
const sidesOf = (variant: Variant): number => (otherPiles(variant).length > 0 ? 2 : 1);

const otherPiles = (variant: Variant): PileId[] =>
  variant.draw > 0 ? [stockPile, wastePile] : Array.from({ length: variant.cells }, (_, i) => cellPile(i));

function wasteFanOf(variant: Variant, grid: Grid, sideways: boolean, options: LayoutOptions): WasteFan {
  const most = Math.max(Math.min(variant.draw, 3), 1);
  if (sideways) {
    const y = Math.round(grid.height * (options.largePrint ? 0.42 : 0.3));
    return { most, step: { x: 0, y }, topAtPile: false };
  }
  // Three cards take the place of two, since the foundations begin after the next one.
  const widest = Math.floor((grid.width + grid.gap) / 2);
  const x = options.largePrint ? widest : Math.min(widest, Math.round(grid.width * 0.45));
  return { most, step: { x, y: 0 }, topAtPile: options.leftHanded };
}
