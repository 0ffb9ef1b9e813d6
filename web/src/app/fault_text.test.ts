import { expect, test } from "vitest";
import { messages } from "../i18n/en";
import { Reason } from "../wire/codes_pb";
import { faultText, racingRoom } from "./fault_text";

test("a reason of a newer server is told as a failure, not as undefined", () => {
  expect(faultText(messages, { reason: 999 as Reason, text: "" })).toBe(
    messages.common.faults[Reason.INTERNAL],
  );
});

test("the room to go on in is found in the fault's text", () => {
  const text = "you race in room BKTWRN; resign there first";
  expect(racingRoom({ reason: Reason.RACING_ELSEWHERE, text })).toBe("BKTWRN");
  expect(racingRoom({ reason: Reason.NO_SUCH_ROOM, text })).toBeNull();
});
