// Days, months and boards as a service of some age would tell them.

const dayMs = 86_400_000;

/** dateOf is the day of an instant in UTC: 2026-11-30. */
export const dateOf = (ms) => new Date(ms).toISOString().slice(0, 10);

export const daysAgo = (days) => dateOf(Date.now() - days * dayMs);

const names = ["Ana", "נועה", "Maximiliane Wolkensteins", "Ivan Horvat", "", "W".repeat(24), "Šime", "Bo"];

/** boardOf is a board with so many on it, of whom `me` is the third; some have deleted their accounts. */
export function boardOf(board, ranked, me, { from = 1, most = 20, ranking = "RANKING_FIRST_HOME" } = {}) {
  const won = Math.ceil(ranked * 0.6);
  const row = (place) => ({
    place,
    player: place === 3 && me ? me : `p${place}`,
    name: place === 3 && me ? "Ana" : names[place % names.length],
    result: {
      ending: place <= won ? "ENDING_HOME" : place % 2 ? "ENDING_RESIGNED" : "ENDING_TIME_UP",
      score: place <= won ? 600 : Math.max(0, 400 - place),
      timeMs: 95_300 + place * 31_700,
      moves: 88 + place,
    },
    percentile: ranked > 1 ? Math.floor((100 * (ranked - place)) / (ranked - 1)) : 100,
    startMs: String(Date.now() - dayMs),
  });
  const last = Math.min(ranked, from + most - 1);
  return {
    board,
    ranking,
    ranked,
    won,
    rows: Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => row(from + i)),
    ...(me && ranked >= 3 ? { mine: row(3) } : {}),
  };
}

const hex = (sign) => sign.repeat(64);
const deals = [
  ["TF1-D1N", "TF1-D1N-VLHAPAZFLIMAN"],
  ["FC1-C4", "FC1-C4-GNEJGYC"],
  ["KL1-D3N", "KL1-D3N-PXFSQIGQDVMSX"],
];

/** dayOn is a day that goes on for so many seconds; mine is the player's own attempt at FreeCell. */
export const dayOn = (date, secondsLeft, { mine, streak } = {}) => ({
  date,
  endsMs: String(Date.parse(date) + dayMs),
  secondsLeft,
  streak: { days: 4, longest: 12, offsetMinutes: 120, offsetSet: true, ...streak },
  challenges: deals.map(([variant]) => ({
    variant,
    board: `daily/${date}/${variant}`,
    commitment: hex("a"),
    played: 47,
    won: 29,
    ...(mine && variant === "FC1-C4" ? { mine } : {}),
  })),
});

/** dayOver is a day that is over: one challenge was won, one was not begun, one was taken out. */
export function dayOver(date, me) {
  const board = (variant) => `daily/${date}/${variant}`;
  return {
    date,
    endsMs: String(Date.parse(date) + dayMs),
    streak: { days: 4, longest: 12, offsetMinutes: 120, offsetSet: true },
    challenges: deals.map(([variant, code], i) => ({
      variant,
      board: board(variant),
      commitment: hex("a"),
      code,
      salt: hex("5"),
      played: 47,
      won: 29,
      voided: i === 2,
      ...(i === 1 ? { mine: { room: "BKTWRN", begunMs: "1", row: boardOf("", 47, me).mine } } : {}),
    })),
  };
}

/** monthOf is a month in which something of everything happened. */
export function monthOf(month, today) {
  const days = [];
  for (let date = `${month}-01`; date.startsWith(month) && date <= today; ) {
    const n = Number(date.slice(8));
    const entry = (variant, i) => {
      const kind = (n * 3 + i * 5) % 7;
      const ending = kind < 3 ? "ENDING_HOME" : "ENDING_RESIGNED";
      return {
        variant,
        ...(kind < 5 ? { result: { ending, score: 300, timeMs: 100_000, moves: 90 } } : {}),
        ...(kind === 6 && n % 2 ? { voided: true } : {}),
      };
    };
    days.push({ date, entries: n > 4 ? deals.map(([variant], i) => entry(variant, i)) : [] });
    date = dateOf(Date.parse(date) + dayMs);
  }
  return { month, days };
}
