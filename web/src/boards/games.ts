import type { BoardRow } from "../wire/boards_pb";
import { type BoardId, isOfSums, writeBoardId } from "./board_id";
import { ghostPath } from "./ghost_path";

/**
 * gameOf is the address of the game behind a row; null where there is none, or none to be seen yet: a daily's
 * games are withheld until its day is over from who has not ended their own.
 */
export function gameOf(
  board: BoardId,
  today: string,
  me: string | null,
  row: BoardRow,
  mine: BoardRow | undefined,
): string | null {
  if (isOfSums(board)) return null;
  const withheld = board.source === "daily" && board.first >= today;
  if (withheld && !mine && row.player !== me) return null;
  return ghostPath(writeBoardId(board), row.player, mine?.player);
}
