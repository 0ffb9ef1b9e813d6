/** How many rows a board shows at once. */
export const pageSize = 20;

/** Page is a part of a board from a row on, counted from 1. */
export interface Page {
  from: number;
  to: number;
  all: number;
  /** The rows that the pages before and after begin with; null at the ends. */
  previous: number | null;
  next: number | null;
}

/** pageOf tells which rows a page has that begins with a row. */
export function pageOf(from: number, all: number, size = pageSize): Page {
  const first = Math.max(1, from);
  return {
    from: Math.min(first, Math.max(1, all)),
    to: Math.min(first + size - 1, all),
    all,
    previous: first > 1 ? Math.max(1, first - size) : null,
    next: first + size <= all ? first + size : null,
  };
}
