import type { Session } from "../race/session.svelte";
import { isRacing } from "./racing";

const key = "samedeal.running";

/** runningRoom is the room in which this browser's player was last seen in a race that went on. */
export function runningRoom(storage: Storage): string | null {
  try {
    const code = storage.getItem(key);
    return code !== null && /^[A-Z]{6}$/.test(code) ? code : null;
  } catch {
    return null;
  }
}

export function forgetRunningRoom(storage: Storage): void {
  try {
    storage.removeItem(key);
  } catch {
    // It is forgotten with the page.
  }
}

/** keepRunningRoom keeps in mind which race goes on, so that it is found again after the page was closed. */
export function keepRunningRoom(session: Session, storage: Storage): void {
  $effect(() => {
    const code = session.room?.code;
    if (code === undefined) return;
    if (isRacing(session)) remember(storage, code);
    else if (runningRoom(storage) === code) forgetRunningRoom(storage);
  });
}

function remember(storage: Storage, code: string): void {
  try {
    storage.setItem(key, code);
  } catch {
    // A full or forbidden storage: the race is still found by its link.
  }
}
