import { type Card, hidden, isRed, rankOf } from "./card";

export interface Fan {
  /** The cards' height, and how far below the first card the last one may lie, in px. */
  readonly cardHeight: number;
  readonly room: number;
  readonly largePrint: boolean;
  /** Whether the cards outside the run at the end are shown as far as that run. */
  readonly spread: boolean;
}

/** What a covered card is: face down, face up outside the run at the column's end, or in it. */
type Kind = "down" | "outer" | "run";

/** How far the card on it lies below a card, as a part of the card's height. */
const down = { ideal: 0.12, least: 0.06 };
const up = { ideal: 0.3, legible: 0.24, least: 0.12 };
const largeUp = { ideal: 0.42, legible: 0.38, least: 0.12 };

/** On a tall board the cards face up are further apart, as far as a column this long still has room. */
const longColumn = 18;
const mostIdeal = 0.42;

/** fanOffsets gives how far below a column's first card each of its cards lies, in whole px. */
export function fanOffsets(column: readonly Card[], fan: Fan): number[] {
  const kinds = kindsOf(column);
  const steps = stepsOf(kinds.slice(0, -1), fan);
  let sum = 0;
  return kinds.map((kind) => {
    const offset = Math.round(sum);
    sum += steps[kind];
    return offset;
  });
}

function kindsOf(column: readonly Card[]): Kind[] {
  const start = column.length - runLength(column);
  return column.map((card, i) => (card === hidden ? "down" : i < start ? "outer" : "run"));
}

/** runLength is how many cards at the end hang together in looks, and so are likely to be moved. */
function runLength(column: readonly Card[]): number {
  let first = column.length - 1;
  while (first > 0 && continues(column[first - 1] ?? hidden, column[first] ?? hidden)) first--;
  return column.length - Math.max(first, 0);
}

const continues = (lower: Card, upper: Card): boolean =>
  lower !== hidden &&
  upper !== hidden &&
  isRed(lower) !== isRed(upper) &&
  rankOf(lower) === rankOf(upper) + 1;

/** stepsOf narrows the ideal steps, the least needed ones first, until the covered cards have room. */
function stepsOf(covered: readonly Kind[], fan: Fan): Record<Kind, number> {
  const face = fan.largePrint ? largeUp : up;
  const tall = Math.min(fan.room / ((longColumn - 1) * fan.cardHeight), mostIdeal);
  const ideal = Math.max(face.ideal, tall) * fan.cardHeight;
  const steps = {
    down: down.ideal * fan.cardHeight,
    outer: ideal,
    run: ideal,
  };
  const narrowing: [Kind[], number][] = fan.spread
    ? [
        [["down"], down.least],
        [["outer", "run"], face.least],
      ]
    : [
        [["down"], down.least],
        [["outer"], face.legible],
        [["run"], face.legible],
        [["outer"], face.least],
        [["run"], face.least],
      ];
  const excess = () => covered.reduce((sum, kind) => sum + steps[kind], 0) - fan.room;
  for (const [kinds, least] of narrowing) {
    const count = covered.filter((kind) => kinds.includes(kind)).length;
    if (count === 0) continue;
    const give = Math.max(excess(), 0) / count;
    for (const kind of kinds) steps[kind] = Math.max(steps[kind] - give, least * fan.cardHeight);
  }
  const over = excess();
  if (over <= 0) return steps;
  const scale = Math.max(fan.room, 0) / (fan.room + over);
  return { down: steps.down * scale, outer: steps.outer * scale, run: steps.run * scale };
}
