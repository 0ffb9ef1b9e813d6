// Keys pressed outside any board are for the one board of the page, or for the one last touched.

const boards = new Set<object>();
let touched: object | null = null;

/** enter tells of a board on the page; what it gives tells that the board is gone. */
export function enter(board: object): () => void {
  boards.add(board);
  return () => {
    boards.delete(board);
    if (touched === board) touched = null;
  };
}

export function touch(board: object): void {
  touched = board;
}

export const isActive = (board: object): boolean =>
  touched === board || (boards.size === 1 && boards.has(board));
