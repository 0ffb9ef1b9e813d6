/** The head of a tile with what lies round it, and the space between two, in css px. */
const head = 66;
const gap = 12;
/** A board's width to its height. */
export const aspect = 10 / 7;

export interface Tiling {
  columns: number;
  /** How wide a tile becomes at most, in css px. */
  width: number;
}

/**
 * tilingOf is how so many boards fill a space: as large as they can be with all of them in view. Where they would
 * be smaller than the least width, they keep it and are scrolled through.
 */
export function tilingOf(count: number, space: { width: number; height: number }, least: number): Tiling {
  const most = Math.max(1, Math.min(count, Math.floor((space.width + gap) / (least + gap))));
  let best: Tiling = { columns: most, width: 0 };
  for (let columns = 1; columns <= most; columns++) {
    const rows = Math.ceil(count / columns);
    const byWidth = (space.width - gap * (columns - 1)) / columns;
    const byHeight = ((space.height - gap * (rows - 1)) / rows - head) * aspect;
    const width = Math.floor(Math.min(byWidth, byHeight));
    if (width > best.width) best = { columns, width };
  }
  if (best.width >= least) return best;
  return { columns: most, width: Math.floor((space.width - gap * (most - 1)) / most) };
}
