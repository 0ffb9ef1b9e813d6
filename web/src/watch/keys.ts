/** focusByKey is the seat that a key asks for, null for all boards; undefined: the key asks for nothing here. */
export function focusByKey(event: KeyboardEvent, seats: number, digits: boolean): number | null | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (event.key === "Escape") return null;
  if (!digits || !/^\d$/.test(event.key) || typesInto(event.target)) return undefined;
  const number = Number(event.key);
  if (number === 0) return null;
  return number <= seats ? number - 1 : undefined;
}

const typesInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
