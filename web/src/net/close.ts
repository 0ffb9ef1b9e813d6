import { type DescEnumValue, getOption, hasOption } from "@bufbuild/protobuf";
import { After, after, Close, CloseSchema } from "../wire/codes_pb";

/** The first code that means stop where it is not known. */
const firstStop = 4500;

/** mustStop reports whether a client must not connect again by itself after this close code. */
export function mustStop(code: number): boolean {
  const values: Record<number, DescEnumValue> = CloseSchema.value;
  const value = values[code];
  const told = value && hasOption(value, after) ? getOption(value, after) : After.UNSPECIFIED;
  return told === After.UNSPECIFIED ? code >= firstStop : told === After.STOP;
}

/** refusesToken reports whether the code says that the token is of no use any more. */
export const refusesToken = (code: number): boolean => code === Close.BAD_TOKEN || code === Close.TOKEN_OVER;
