/** dayOfKey is the day that a key leads to from another in a calendar; null if it leads nowhere. */
export function dayOfKey(key: string, day: number, last: number, rtl: boolean): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: rtl ? 1 : -1,
    ArrowRight: rtl ? -1 : 1,
    ArrowUp: -7,
    ArrowDown: 7,
  };
  const step = steps[key];
  const next = key === "Home" ? 1 : key === "End" ? last : step === undefined ? null : day + step;
  return next === null || next < 1 || next > last ? null : next;
}
