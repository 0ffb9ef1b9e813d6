import { expect, test } from "vitest";
import { readDeviceCode } from "./device_code";

test("a code is read however it is typed: who copies it from another screen types it as it looks", () => {
  for (const typed of ["KWTNRHZBDV", "kwtnr hzbdv", " KWTNR-HZBDV ", "k w t n r h z b d v"]) {
    expect(readDeviceCode(typed)).toBe("KWTNRHZBDV");
  }
});

test("what cannot be a code is not sent: each try counts", () => {
  for (const typed of ["", "KWTNR", "KWTNRHZBDVX", "KWTNRHZBD0", "קודקודקודק", "KWTNR_HZBDV"]) {
    expect(readDeviceCode(typed)).toBeNull();
  }
});
