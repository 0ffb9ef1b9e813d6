import type { Row } from "../room/standing";
import type { Seat } from "../wire/room_pb";
import type { Shown } from "./boards";

/** Tile is what a watcher is shown of a seat. */
export interface Tile {
  row: Row;
  seat: Seat | undefined;
  /** null as long as no board has come. */
  shown: Shown | null;
}
