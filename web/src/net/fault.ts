import { Reason } from "../wire/codes_pb";

/** Fault is why something was not carried out; the text is for logs, the reason for what people are told. */
export interface Fault {
  readonly reason: Reason;
  readonly text: string;
}

/** unreachable stands for no answer at all. */
export const unreachable: Fault = { reason: Reason.UNSPECIFIED, text: "the server could not be reached" };

/** abandoned stands for the answer to what was given up before it came. */
export const abandoned: Fault = { reason: Reason.UNSPECIFIED, text: "given up before the server answered" };
