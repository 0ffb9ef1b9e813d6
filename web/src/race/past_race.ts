import { Phase, type Room } from "../wire/room_pb";
import type { PastRace } from "./history";

/** pastRace is what the history keeps of a player's race; null as long as it goes on for them. */
export function pastRace(room: Room, player: string | null): PastRace | null {
  const seat = room.seats.find((other) => other.player === player);
  const isOver = seat?.result !== undefined || room.phase === Phase.ENDED;
  if (!seat || !isOver || room.phase === Phase.CANCELLED) return null;
  const { result, place } = seat;
  return {
    code: room.code,
    at: Number(room.startMs),
    variant: room.deal?.variant ?? "",
    solo: room.seats.length === 1,
    ...(place > 0 && { place }),
    ...(result && { score: result.score, timeMs: result.timeMs, ending: result.ending }),
  };
}
