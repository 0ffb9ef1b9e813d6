import { Close } from "../wire/codes_pb";

/** What is to be done about a connection that the server has closed for good. */
export type Remedy = "reconnect" | "reload" | "rename";

export interface StopNotice {
  /** Keys of the messages in common.connection. */
  text: "takenOver" | "tooOld" | "badToken" | "badName" | "flooded" | "banned" | "failed";
  action: "playHere" | "goOn" | "chooseName" | "tryNow" | null;
  remedy: Remedy;
}

const notices: Partial<Record<number, StopNotice>> = {
  [Close.TAKEN_OVER]: { text: "takenOver", action: "playHere", remedy: "reconnect" },
  [Close.TOO_OLD]: { text: "tooOld", action: null, remedy: "reload" },
  [Close.BAD_TOKEN]: { text: "badToken", action: "goOn", remedy: "reconnect" },
  [Close.TOKEN_OVER]: { text: "badToken", action: "goOn", remedy: "reconnect" },
  [Close.BAD_NAME]: { text: "badName", action: "chooseName", remedy: "rename" },
  [Close.FLOODED]: { text: "flooded", action: "tryNow", remedy: "reconnect" },
  // A ban may have ended.
  [Close.BANNED]: { text: "banned", action: "tryNow", remedy: "reconnect" },
};

/** Ban is what the server says of a ban. */
export interface Ban {
  /** When it ends, in Unix milliseconds; null if never. */
  readonly untilMs: number | null;
  /** Why, as somebody has typed it; may be empty. */
  readonly why: string;
}

/** banOf reads the reason of a close with BANNED; null where it is of another form. */
export function banOf(reason: string): Ban | null {
  const found = /^banned (?:until (\S+?)|for good)(?:: (.*))?$/.exec(reason);
  if (!found) return null;
  const [, until, why = ""] = found;
  if (until === undefined) return { untilMs: null, why };
  const untilMs = Date.parse(until);
  return Number.isNaN(untilMs) ? null : { untilMs, why };
}

/** stopNotice tells what to say of a close code that says stop; of one that is not known, to reload. */
export const stopNotice = (code: number): StopNotice =>
  notices[code] ?? { text: "failed", action: null, remedy: "reload" };
