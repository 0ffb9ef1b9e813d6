/** The offsets from UTC, in minutes, by which a player's days may end: half hours. */
export const offsets: readonly number[] = Array.from(
  { length: (840 + 720) / 30 + 1 },
  (_, i) => i * 30 - 720,
);

/** suggestedOffset is the nearest of them to the device's own; getTimezoneOffset counts the other way. */
export function suggestedOffset(timezoneOffset: number): number {
  const rounded = Math.round(-timezoneOffset / 30) * 30;
  return Math.min(840, Math.max(-720, rounded)) + 0;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** offsetName is UTC, UTC+2 or UTC−3:30. */
export function offsetName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const half = size % 60 === 0 ? "" : `:${two(size % 60)}`;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}${half}`;
}

/** endInUtc is when a day that ends at midnight by that offset does so in UTC: 22:00. */
export function endInUtc(minutes: number): string {
  const end = (((-minutes % 1440) + 1440) % 1440) + 0;
  return `${two(Math.floor(end / 60))}:${two(end % 60)}`;
}
