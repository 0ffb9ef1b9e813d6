/** formatTime writes a length of time as a clock does: 1:05, 1:05.3 with tenths, 1:02:05 from an hour on. */
export function formatTime(ms: number, { tenths = false } = {}): string {
  const inTenths = Math.floor(Math.max(0, ms) / 100);
  const inSeconds = Math.floor(inTenths / 10);
  const hours = Math.floor(inSeconds / 3600);
  const minutes = Math.floor(inSeconds / 60) % 60;
  const seconds = two(inSeconds % 60) + (tenths ? `.${inTenths % 10}` : "");
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

const two = (n: number): string => String(n).padStart(2, "0");
