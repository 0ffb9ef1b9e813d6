import type { Result } from "../wire/game_pb";
import type { Room } from "../wire/room_pb";
import type { Film } from "./film.svelte";
import type { RowTold } from "./sources";

/** Cast is whose game a film shows, and what came of it. */
export interface Cast {
  /** Tells the films on show apart. */
  id: string;
  /** Empty of who has deleted their account. */
  name: string;
  /** What stands instead of a name where nobody played. */
  label?: string;
  /** KL1-D3N; empty as long as it is not known. */
  variant: string;
  result?: Result | undefined;
  /** 0 for none. */
  place: number;
}

/** Shown is a film with its cast. */
export interface Shown {
  film: Film;
  cast: Cast;
}

export function castOfSeat(room: Room | null, seat: number): Cast {
  const { name = "", result, place = 0 } = room?.seats[seat] ?? {};
  return { id: String(seat), name, variant: room?.deal?.variant ?? "", result, place };
}

export function castOfRow(told: RowTold | null, player: string): Cast {
  const { name = "", result, place = 0 } = told?.row ?? {};
  return { id: player, name, variant: told?.variant ?? "", result, place };
}
