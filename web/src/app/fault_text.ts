import type { Messages } from "../i18n/en";
import type { Fault } from "../net/fault";
import { Reason } from "../wire/codes_pb";

/** faultText is what a player is told of a fault, in the player's language. */
export function faultText(messages: Messages, fault: Fault): string {
  // A newer server may have reasons that this client does not know.
  return messages.common.faults[fault.reason] ?? messages.common.faults[Reason.INTERNAL];
}

/** racingRoom is the code of the room that a fault of REASON_RACING_ELSEWHERE names. */
export function racingRoom(fault: Fault): string | null {
  if (fault.reason !== Reason.RACING_ELSEWHERE) return null;
  return /\b[A-Z]{6}\b/.exec(fault.text)?.[0] ?? null;
}
