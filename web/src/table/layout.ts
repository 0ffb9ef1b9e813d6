import { type Card, hidden } from "./card";
import { fanOffsets } from "./fan";
import type { Frame, LayoutOptions, Point } from "./frame";
import type { Node } from "./nodes";
import { cardsOf, isColumn, pilesOf, stockPile, wastePile } from "./pile";
import type { PileId, Table } from "./table";

export { type Frame, frameOf, type LayoutOptions, type Point, type Space } from "./frame";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A Spot is where a node is drawn, in whole px; z counts from 0 in each pile. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly faceUp: boolean;
}

/** layout gives each node's spot, by node id. */
export function layout(
  frame: Frame,
  table: Table,
  nodes: readonly Node[],
  options: LayoutOptions,
): readonly Spot[] {
  const points = new Map<PileId, readonly Point[]>();
  for (const pile of pilesOf(table.variant)) {
    points.set(pile, pointsOf(frame, pile, cardsOf(table, pile), options.spread === pile));
  }
  return nodes.map(({ pile, index, card }) => {
    const { x, y } = points.get(pile)?.[index] ?? at(frame, pile);
    return { x, y, z: index, faceUp: card !== hidden && pile !== stockPile };
  });
}

const at = (frame: Frame, pile: PileId): Point => frame.piles[pile] ?? { x: 0, y: 0 };

/** pointsOf gives where the cards of a pile have their top left corners. */
function pointsOf(frame: Frame, pile: PileId, cards: readonly Card[], spread: boolean): readonly Point[] {
  const { x, y } = at(frame, pile);
  if (isColumn(pile)) {
    const { cardHeight, largePrint } = frame;
    const room = frame.bottom - y - cardHeight;
    return fanOffsets(cards, { cardHeight, room, largePrint, spread }).map((offset) => ({
      x,
      y: y + offset,
    }));
  }
  if (pile !== wastePile) return cards.map(() => ({ x, y }));
  const { most, step, topAtPile } = frame.wasteFan;
  const shown = Math.min(most, cards.length);
  const start = topAtPile ? 1 - shown : 0;
  return cards.map((_, i) => {
    const slot = start + Math.max(i - (cards.length - shown), 0);
    return { x: x + slot * step.x, y: y + slot * step.y };
  });
}

/** pileAreas gives what each pile covers with all its cards; an empty one has a card's size. */
export function pileAreas(frame: Frame, table: Table): Readonly<Record<PileId, Rect>> {
  const areas: Record<PileId, Rect> = {};
  for (const pile of pilesOf(table.variant)) {
    const points = pointsOf(frame, pile, cardsOf(table, pile), false);
    areas[pile] = around(points.length > 0 ? points : [at(frame, pile)], frame);
  }
  return areas;
}

function around(points: readonly Point[], frame: Frame): Rect {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return {
    x,
    y,
    width: Math.max(...xs) - x + frame.cardWidth,
    height: Math.max(...ys) - y + frame.cardHeight,
  };
}

/** The least part of a card that must lie on a pile for the pile to be meant. */
const touching = 1 / 8;

/**
 * dropTarget gives the one of the candidates that cards released there are meant for. It is the pile that
 * most of the first moving card lies on, a column going on below its cards; where there is none, the
 * nearest within half a card, unless most of the card lies on a pile that is no candidate.
 */
export function dropTarget(
  areas: Readonly<Record<PileId, Rect>>,
  moving: Rect,
  candidates: readonly PileId[],
): PileId | null {
  const height = Math.min(moving.height, moving.width * 1.4);
  const card = { ...moving, height };
  const size = card.width * height;
  const onto = (pile: PileId) => overlap(card, reach(areas, pile));
  const under = largest(candidates, onto);
  if (under !== null && onto(under) >= size * touching) return under;
  const others = Object.keys(areas).filter((pile) => !candidates.includes(pile));
  if (others.some((pile) => onto(pile) > size / 2)) return null;
  const wide = {
    x: card.x - card.width / 2,
    y: card.y - height / 2,
    width: card.width * 2,
    height: height * 2,
  };
  return largest(candidates, (pile) => overlap(wide, reach(areas, pile)));
}

/** Below every board. */
const farDown = 100_000;

function reach(areas: Readonly<Record<PileId, Rect>>, pile: PileId): Rect {
  const area = areas[pile] ?? { x: 0, y: 0, width: 0, height: 0 };
  return isColumn(pile) ? { ...area, height: farDown } : area;
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** largest gives the pile with the largest positive measure, the first of equals. */
function largest(piles: readonly PileId[], measure: (pile: PileId) => number): PileId | null {
  let best: PileId | null = null;
  let most = 0;
  for (const pile of piles) {
    const size = measure(pile);
    if (size > most) [best, most] = [pile, size];
  }
  return best;
}
