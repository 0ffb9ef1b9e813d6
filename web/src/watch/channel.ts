import { Phase, type Room } from "../wire/room_pb";

const holdsSeat = (room: Room, player: string | null): boolean =>
  player !== null && room.seats.some((seat) => seat.player === player);

/**
 * nextChannel is the race to show next: of those that can be watched by who has no seat in them, first the ones
 * with more than one player, then the most watched.
 */
export function nextChannel(
  rooms: readonly Room[],
  player: string | null,
  without: ReadonlySet<string>,
): string | null {
  const racing = rooms.filter(
    (room) => room.phase === Phase.RACING && !without.has(room.code) && !holdsSeat(room, player),
  );
  const best = racing.toSorted(
    (a, b) => Number(b.seats.length > 1) - Number(a.seats.length > 1) || b.watchers - a.watchers,
  )[0];
  return best?.code ?? null;
}
