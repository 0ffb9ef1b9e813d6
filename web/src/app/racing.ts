import type { Session } from "../race/session.svelte";
import { Phase } from "../wire/room_pb";

/** isRacing tells whether the player has a seat in a race that is about to start or goes on. */
export function isRacing({ room }: Session): boolean {
  if (!room || room.mySeat < 0) return false;
  const { phase, seats } = room.room;
  if (phase === Phase.COUNTDOWN) return true;
  return phase === Phase.RACING && !seats[room.mySeat]?.result;
}
