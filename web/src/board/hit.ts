import { dropTarget, type Frame, type Rect, type Spot } from "../table/layout";
import type { Node } from "../table/nodes";
import { isColumn } from "../table/pile";
import type { PileId } from "../table/table";
import type { Place } from "./taps";

/** What lies where on the board, in its own px. */
export interface Ground {
  readonly frame: Frame;
  readonly nodes: readonly Node[];
  readonly spots: readonly Spot[];
  readonly areas: Readonly<Record<PileId, Rect>>;
}

/** placeAt says what is under a point: the uppermost card, else the pile whose area is there or close by. */
export function placeAt(ground: Ground, x: number, y: number): Place | null {
  const card = cardUnder(ground, x, y);
  if (card !== null) return card;
  let nearest: PileId | null = null;
  let least = ground.frame.cardWidth * 0.25;
  for (const [pile, area] of Object.entries(ground.areas)) {
    // Below its cards a column goes on.
    const away = distance(area, x, isColumn(pile) ? Math.min(y, area.y + area.height) : y);
    if (away < least) {
      nearest = pile;
      least = away;
    }
  }
  return nearest === null ? null : { pile: nearest, index: -1 };
}

function cardUnder({ frame, nodes, spots }: Ground, x: number, y: number): Place | null {
  let best: Node | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  for (const node of nodes) {
    const spot = spots[node.id];
    if (spot === undefined || spot.z < highest) continue;
    if (x < spot.x || y < spot.y || x >= spot.x + frame.cardWidth || y >= spot.y + frame.cardHeight) continue;
    best = node;
    highest = spot.z;
  }
  return best === null ? null : { pile: best.pile, index: best.index };
}

function distance(area: Rect, x: number, y: number): number {
  const dx = Math.max(area.x - x, 0, x - area.x - area.width);
  const dy = Math.max(area.y - y, 0, y - area.y - area.height);
  return Math.hypot(dx, dy);
}

/**
 * aimOf says which pile a dragged card is meant for; null: for none, or for where it came from. Where it lies
 * across two piles, the one that takes it is meant; takes is null while that is not known.
 */
export function aimOf(
  { areas }: Ground,
  moving: Rect,
  from: PileId,
  takes: readonly PileId[] | null,
): PileId | null {
  const most = dropTarget(areas, moving, Object.keys(areas));
  if (most === null || most === from) return null;
  if (takes === null || takes.includes(most)) return most;
  return dropTarget(areas, moving, takes) ?? most;
}

/** groupIds gives the nodes of a pile's last cards, from the lowest. */
export function groupIds({ nodes }: Ground, pile: PileId, count: number): number[] {
  const cards = nodes.filter((node) => node.pile === pile).sort((a, b) => a.index - b.index);
  return count === 0 ? [] : cards.slice(-count).map((node) => node.id);
}

/** groupBox gives what a pile's last cards cover; the pile's own place where it is empty. */
export function groupBox(ground: Ground, pile: PileId, count: number): Rect {
  const { frame, spots } = ground;
  const corners = groupIds(ground, pile, count).flatMap((id) => spots[id] ?? []);
  const { x, y } = corners[0] ?? frame.piles[pile] ?? { x: 0, y: 0 };
  const last = corners.at(-1)?.y ?? y;
  return { x, y, width: frame.cardWidth, height: last - y + frame.cardHeight };
}
