// The icons' drawings: lines of 24 by 24 units, stroked with round ends.

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const box = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;

/** A dot is a line without length. */
const dot = (x: number, y: number): string => `M${x} ${y}h.01`;

const speaker = "M4 9.5v5h3.5l4.5 4v-13l-4.5 4z";

export const icons = {
  arrowBack: "M20 12H4.5M11 5l-7 7 7 7",
  book: "M12 6.5c-2-1.5-5-2-8.5-2V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2zM12 6.5V20",
  calendar: `${box(3.5, 5, 17, 15.5, 2)}M3.5 10h17M8 2.8v4M16 2.8v4${dot(8, 14)}${dot(12, 14)}${dot(16, 14)}`,
  cards: `${box(9.5, 6.5, 11, 14.5, 2)}M6.3 17.2l-2.7-10a1.8 1.8 0 0 1 1.3-2.2l6.2-1.7a1.8 1.8 0 0 1 2 .8`,
  check: "M4.5 12.5l5 5 10-11",
  chevronDown: "M5 9l7 7 7-7",
  clock: `${circle(12, 12, 9)}M12 7v5l3.5 2.5`,
  close: "M6 6l12 12M18 6L6 18",
  copy: `${box(9, 9, 11.5, 11.5, 2)}M5.5 15h-.2a1.8 1.8 0 0 1-1.8-1.8v-8a1.7 1.7 0 0 1 1.7-1.7h8a1.8 1.8 0 0 1 1.8 1.8v.2`,
  crown: "M5 19.5h14M5 16L3 7.5l5 3.5 4-6.5 4 6.5 5-3.5L19 16z",
  expand: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  eye: `M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z${circle(12, 12, 3)}`,
  flag: "M6 21V4M6 4.5c4-2 8 2 12.5 0v9c-4.5 2-8.5-2-12.5 0",
  ghost: `M5 20.5V11a7 7 0 0 1 14 0v9.5l-2.3-2-2.4 2-2.3-2-2.3 2-2.4-2z${dot(9.5, 11)}${dot(14.5, 11)}`,
  globe: `${circle(12, 12, 9)}M3 12h18M12 3c2.8 2.6 4 5.6 4 9s-1.2 6.4-4 9c-2.8-2.6-4-5.6-4-9s1.2-6.4 4-9z`,
  home: "M3.5 11.5L12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-6h4v6",
  info: `${circle(12, 12, 9)}M12 11v5.5${dot(12, 7.5)}`,
  keyboard: `${box(2.5, 6, 19, 12.5, 2)}${dot(6.5, 10)}${dot(10.2, 10)}${dot(13.8, 10)}${dot(17.5, 10)}M8 14.5h8`,
  link:
    "M10 13.6a4.2 4.2 0 0 0 6.2.4l3-3a4.2 4.2 0 0 0-5.9-5.9l-1.6 1.6" +
    "M14 10.4a4.2 4.2 0 0 0-6.2-.4l-3 3a4.2 4.2 0 0 0 5.9 5.9l1.6-1.6",
  lock: `${box(5, 10.5, 14, 10, 2)}M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2`,
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  more: `${circle(5, 12, 0.5)}${circle(12, 12, 0.5)}${circle(19, 12, 0.5)}`,
  offline:
    "M4 4l16 16M16.5 19H7a4.5 4.5 0 0 1-.8-8.9 6 6 0 0 1 1.3-2.3" +
    "M10.8 5.9A6 6 0 0 1 17.7 10.2a4.5 4.5 0 0 1 2.9 6.3",
  pause: "M8.5 5v14M15.5 5v14",
  play: "M7.5 5v14l11.5-7z",
  plus: "M12 5v14M5 12h14",
  podium: "M9 20.5V6h6v14.5M9 11H3.5v9.5h17V14H15",
  qr:
    "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z" +
    `${dot(14, 14)}${dot(20, 14)}M17 14v3h3${dot(14, 17.5)}M14 20.5h3M20 20v.5`,
  refresh: "M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 3.5v5h-5",
  rematch: "M4 11a8 8 0 0 1 13.7-4.7L20 8.5M20 3.5v5h-5M20 13a8 8 0 0 1-13.7 4.7L4 15.5M4 20.5v-5h5",
  settings: `M4 7.5h8.5M18.5 7.5H20${circle(15.5, 7.5, 3)}M4 16.5h1.5M11.5 16.5H20${circle(8.5, 16.5, 3)}`,
  share: `${circle(18, 5.5, 2.5)}${circle(6, 12, 2.5)}${circle(18, 18.5, 2.5)}M8.3 10.8l7.4-4M8.3 13.2l7.4 4`,
  soundOff: `${speaker}M16 9.5l5 5M21 9.5l-5 5`,
  soundOn: `${speaker}M15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6`,
  speed: `M5 18.5a9 9 0 1 1 14 0M12 13l4-5${circle(12, 13, 1)}`,
  stepBack: "M15 5l-7 7 7 7",
  stepForward: "M9 5l7 7-7 7",
  toEnd: "M6 5l7 7-7 7M18 5v14",
  toStart: "M18 5l-7 7 7 7M6 5v14",
  trophy:
    "M7 3.5h10V9A5 5 0 0 1 7 9zM7 5.5H3.5V7A3.5 3.5 0 0 0 7.2 10.5M17 5.5h3.5V7a3.5 3.5 0 0 1-3.7 3.5M12 14v3.5M8 20.5a4 3.2 0 0 1 8 0z",
  tv: `${box(3, 7.5, 18, 12.5, 2)}M8 3.5l4 4 4-4`,
  undo: "M8.5 14l-5-5 5-5M3.5 9h11a5.5 5.5 0 0 1 0 11H9",
  user: `${circle(12, 8, 4)}M4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6`,
  users: `${circle(9, 8.5, 3.5)}M2.5 20c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 14.9c2 .8 3.2 2.5 3.5 5.1`,
  warning: `M12 4L2.8 19.5h18.4zM12 10v4.5${dot(12, 17)}`,
} as const;

export type IconName = keyof typeof icons;

/**
 * Those that point along the reading direction and turn round with it. Playing, stepping and the clock's
 * direction are the same in every script.
 */
export const mirrored: ReadonlySet<IconName> = new Set<IconName>(["arrowBack", "undo"]);
