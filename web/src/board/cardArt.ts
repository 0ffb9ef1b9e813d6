// The cards' drawings, in units of which a card has 100 by 140.

/** The suits S H D C, filled, in 100 by 100. */
export const suitPaths = [
  "M50 4C56 20 93 38 93 62c0 12-9 20-20 20-8 0-15-4-18.5-11C55 81 59 89 68 96H32c9-7 13-15 13.5-25C42 78 35 82 27 82 16 82 7 74 7 62 7 38 44 20 50 4z",
  "M50 95C24 74 5 56 5 33 5 18 16 7 29 7c9 0 17 6 21 16C54 13 62 7 71 7c13 0 24 11 24 26 0 23-19 41-45 62z",
  "M50 2c9 17 22 34 37 48-15 14-28 31-37 48C41 81 28 64 13 50 28 36 41 19 50 2z",
  "M50 4a22 22 0 0 1 19 33 22 22 0 1 1-14.5 34C55 81 59 89 68 96H32c9-7 13-15 13.5-25A22 22 0 1 1 31 37 22 22 0 0 1 50 4z",
] as const;

/** The ranks A 2 to 10 J Q K, as lines 6 wide; with that they are 30 high and begin at the edge. */
export const rankGlyphs: readonly string[] = [
  "M3 27L12 3l9 24M6.5 19.5h11",
  "M3.5 9.5a6.8 6.5 0 0 1 13.5 0c0 3-1.5 5-4 7.6L3.4 27h14",
  "M3.4 6.6C5 4.2 7.2 3 10 3c3.9 0 6.6 2.2 6.6 5.6 0 3.3-2.6 5.6-7 5.6 4.7 0 7.7 2.5 7.7 6.3 0 3.9-3.1 6.5-7.3 6.5-3 0-5.4-1.2-7-3.6",
  "M14.5 27V3L3 20.5h17",
  "M16 3H6L4.8 13.3c1.5-1.2 3.3-1.8 5.2-1.8 4.2 0 7.3 3.1 7.3 7.7S14.2 27 9.9 27c-2.9 0-5.2-1.2-6.7-3.3",
  "M13 3L4.8 15.2C3.6 17 3 18.3 3 20a7.1 7 0 1 0 14.2 0 7.1 7 0 0 0-13-4",
  "M3 3h14.5L7.5 27",
  "M10.3 14.2a6.2 5.6 0 1 1 0-11.2 6.2 5.6 0 0 1 0 11.2 7.3 6.4 0 1 0 0 12.8 7.3 6.4 0 0 0 0-12.8z",
  "M7.2 27L15.4 14.8C16.6 13 17.2 11.7 17.2 10a7.1 7 0 1 0-14.2 0 7.1 7 0 0 0 13 4",
  "M3 7.5L8 3v24M22.8 3c4.2 0 6.4 4.5 6.4 12s-2.2 12-6.4 12-6.4-4.5-6.4-12S18.6 3 22.8 3z",
  "M8.5 3H15v16.8c0 4.6-2.3 7.2-6 7.2-3.6 0-6-2.4-6-6.2",
  "M13 3c5.9 0 10 4.9 10 12s-4.1 12-10 12S3 22.1 3 15 7.1 3 13 3zM15 19l8 8",
  "M3 3v24M18.5 3L3.5 17.5M9 12.5L19 27",
];

/** A part of a drawing, in the suit's colour, the paper's or gold. */
interface Part {
  readonly kind: "dark" | "edged" | "gold" | "line";
  readonly path: string;
}

const eyes = "M44 75v.01M56 75v.01";

/** Jack, queen, king: head and crown above shoulders that all have. */
export const courts: readonly (readonly Part[])[] = [
  [
    { kind: "dark", path: "M32 66h36v24c0 5-3 8-8 8H40c-5 0-8-3-8-8z" },
    { kind: "edged", path: "M38 64h24v20c0 8-5 14-12 14s-12-6-12-14z" },
    { kind: "line", path: `${eyes}M46.5 88c2 1.8 5 1.8 7 0` },
    { kind: "dark", path: "M28 62c0-14 9-19 22-19s22 5 22 19z" },
    { kind: "gold", path: "M66 58c1-10 7-17 19-20 1 12-4 21-15 24z" },
    { kind: "gold", path: "M28 59h44v8H28z" },
  ],
  [
    {
      kind: "dark",
      path: "M50 52c14 0 22 8 22 20 0 14 4 22 10 30-9 6-18 5-22-1H40c-4 6-13 7-22 1 6-8 10-16 10-30 0-12 8-20 22-20z",
    },
    { kind: "edged", path: "M37 66c8 0 13-3 16-6 2 3 6 6 10 6v13c0 9-6 17-13 17s-13-8-13-17z" },
    { kind: "line", path: `${eyes}M47 86.5c2 1.5 4 1.5 6 0` },
    {
      kind: "gold",
      path: "M30 60l-3-15c5 6 9 5 12-2 3 6 7 5 11-4 4 9 8 10 11 4 3 7 7 8 12 2l-3 15c-12-4-28-4-40 0z",
    },
  ],
  [
    { kind: "dark", path: "M32 64h36v28H32z" },
    { kind: "edged", path: "M37 64h26v20H37z" },
    { kind: "edged", path: "M33 79c6 5 12 5 17 1 5 4 11 4 17-1v8c0 9-7 15-17 19-10-4-17-10-17-19z" },
    { kind: "line", path: `${eyes}M47 88.5c2 1.2 4 1.2 6 0` },
    { kind: "gold", path: "M30 65l-5-23 13 9 12-14 12 14 13-9-5 23z" },
  ],
];

/** The back's pattern: cells of 20 by 20 with two strokes each, lying and standing in turn. */
export const weave = Array.from({ length: 24 }, (_, cell) => {
  const column = cell % 4;
  const row = Math.floor(cell / 4);
  const [x, y] = [10 + 20 * column, 10 + 20 * row];
  return (row + column) % 2 === 0 ? `M${x + 4} ${y + 7}h12m0 6h-12` : `M${x + 7} ${y + 4}v12m6 0v-12`;
}).join("");
