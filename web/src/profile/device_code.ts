/** How many letters a code for another device has. */
const length = 10;

/**
 * readDeviceCode reads a code as somebody types it, in capitals or not, with spaces and hyphens anywhere; null if
 * it is not as long as a code, or has something else than letters.
 */
export function readDeviceCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return code.length === length && /^[A-Z]+$/.test(code) ? code : null;
}
