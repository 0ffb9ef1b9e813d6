import { progressOf } from "../board/progress";
import type { RoomState } from "../race/room_state.svelte";
import { type Table, tableOf } from "../table/table";
import type { WatchedBoard } from "../wire/from_server_pb";
import type { Progress } from "../wire/game_pb";

/** Shown is a seat's board as a watcher sees it. */
export interface Shown {
  table: Table;
  /** Its shapes, for a picture of it. */
  progress: Progress;
  /** When its last action was accepted, in milliseconds since the start; null before the first. */
  lastMs: number | null;
}

/** shownBoard is a seat's board, if it may be seen: another's, or the own one once it has ended. */
export function shownBoard(state: RoomState, seat: number): Shown | null {
  const own = seat === state.mySeat ? state.seat : null;
  if (own?.ended && own.table) {
    return shownAt(own.table, own.elapsed());
  }
  const watched = state.boards[seat];
  return watched ? ofWatched(state, watched) : null;
}

// A board is read once, however often another one of the room changes.
const read = new WeakMap<WatchedBoard, Shown>();

function ofWatched(state: RoomState, watched: WatchedBoard): Shown | null {
  if (!watched.board) return null;
  const before = read.get(watched);
  if (before) return before;
  const shown = shownAt(tableOf(state.variant, watched.board), watched.elapsedMs);
  read.set(watched, shown);
  return shown;
}

const shownAt = (table: Table, ms: number): Shown => ({
  table,
  progress: progressOf(table),
  lastMs: table.moves > 0 ? ms : null,
});
