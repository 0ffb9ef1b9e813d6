/**
 * compareEntries orders the entries of a seat, as numbers and by the epoch first. It is negative if a is the
 * older one; what is no entry, such as "", is older than all.
 */
export function compareEntries(a: string, b: string): number {
  const [epochA, indexA] = split(a);
  const [epochB, indexB] = split(b);
  return epochA - epochB || indexA - indexB;
}

function split(entry: string): [epoch: number, index: number] {
  const found = /^(\d+)-(\d+)$/.exec(entry);
  return found ? [Number(found[1]), Number(found[2])] : [-1, -1];
}
