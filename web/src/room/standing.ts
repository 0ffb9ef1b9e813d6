import type { RoomState } from "../race/room_state.svelte";
import { Ending, type Progress } from "../wire/game_pb";
import type { Seat } from "../wire/room_pb";

/** Row is how a seat stands at this moment of the race. */
export interface Row {
  seat: number;
  player: string;
  name: string;
  mine: boolean;
  /** From 1; those who stand alike share one. */
  place: number;
  /** How many cards lie on the foundations: 0 to 52. */
  home: number;
  score: number;
  ended: Ending | null;
  /** The shapes of the seat's board; null before anything was heard of it. */
  progress: Progress | null;
}

/** placed orders rows as the race stands: who is home by time, then by cards home and score. */
export function placed(rows: readonly (Omit<Row, "place"> & { timeMs: number })[]): Row[] {
  const sorted = rows.toSorted((a, b) => compare(a, b) || a.seat - b.seat);
  let place = 0;
  return sorted.map((row, i) => {
    const before = sorted[i - 1];
    if (!before || compare(before, row) !== 0) place = i + 1;
    const { timeMs: _, ...rest } = row;
    return { ...rest, place };
  });
}

type Standing = { ended: Ending | null; home: number; score: number; timeMs: number };

function compare(a: Standing, b: Standing): number {
  const won = (row: Standing) => (row.ended === Ending.HOME ? 1 : 0);
  if (won(a) !== won(b)) return won(b) - won(a);
  if (won(a) === 1) return a.timeMs - b.timeMs;
  return b.home - a.home || b.score - a.score;
}

/** standing is all seats of a room as they stand now, the first one first. */
export function standing(state: RoomState): Row[] {
  return placed(state.room.seats.map((seat, i) => rowOf(state, seat, i)));
}

function rowOf(state: RoomState, seat: Seat, i: number): Omit<Row, "place"> & { timeMs: number } {
  const progress = state.shapes(i);
  const own = i === state.mySeat ? state.seat?.table : null;
  return {
    seat: i,
    player: seat.player,
    name: seat.name,
    mine: i === state.mySeat,
    home: own ? own.foundations.reduce((sum, n) => sum + n, 0) : (progress?.home ?? 0),
    score: own ? own.score : (progress?.score ?? 0),
    ended: seat.result?.ending ?? null,
    progress,
    timeMs: seat.result?.timeMs ?? 0,
  };
}
