import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");
const count = (n: number): string => plural(n, { other: "#" });

export const boards: Messages["boards"] = {
  show: "אילו תוצאות",
  parts: { all: "הכול", friends: "חברים", around: "סביבי" },
  rankedBy: "דירוג לפי",
  place: "מקום",
  player: "שחקן",
  percentile: "אחוזון",
  game: "משחק",
  you: "זה אני",
  loading: "טוענים את הטבלה…",

  counted: (ranked, won) =>
    `${plural(ranked, { one: "שחקן אחד", two: "שני שחקנים", other: "# שחקנים" })}, ${plural(won, { one: "ניצחון אחד", two: "שני ניצחונות", other: "# ניצחונות" })}`,
  endings: { home: "ניצחון", resigned: "פרישה", timeUp: "הזמן נגמר" },
  moves: (n) => plural(n, { one: "מהלך אחד", two: "שני מהלכים", other: "# מהלכים" }),
  points: (n) => plural(n, { one: "נקודה אחת", two: "שתי נקודות", other: "# נקודות" }),
  daysWon: (won, days) =>
    plural(days, {
      one: `ניצחונות: ${won} ביום אחד`,
      two: `ניצחונות: ${won} מתוך יומיים`,
      other: `ניצחונות: ${won} מתוך # ימים`,
    }),
  inPercentile: (n) => `אחוזון ${n}`,
  knownDeal: "חלוקה שהייתה ידועה מראש",
  watchGame: (name) => `צפייה במשחק של \u2068${name}\u2069`,

  rows: (from, to, all) => `${count(from)} עד ${count(to)} מתוך ${count(all)}`,
  pages: "דפי הטבלה",
  top: "לראש הטבלה",
  previous: "הקודמות",
  next: "הבאות",

  none: "עדיין אין איש בטבלה הזאת.",
  noFriends: "עדיין אין בטבלה הזאת תוצאה שלך או של החברים שלך.",
  notAround: "עדיין אין לך תוצאה בטבלה הזאת.",
  yourFriends: "החברים שלך",

  lead: "כל שחקן מופיע בטבלה פעם אחת, עם המשחק הטוב ביותר שלו.",
  source: "סוג",
  sources: { races: "מרוצים", daily: "יומי", deal: "חלוקה אחת" },
  hints: {
    races: "מרוצים שאיש לא יכול היה לדעת את החלוקה שלהם מראש.",
    daily: "ניסיון אחד לכל שחקן, כולם באותה חלוקה.",
    sums: "סכום האתגרים היומיים של כל שחקן.",
    deal: "כל המרוצים בחלוקה הזאת אי פעם. מסומן מי יכול היה לדעת אותה מראש.",
  },
  span: "תקופה",
  spans: { all: "כל הזמנים", month: "חודש", week: "שבוע", day: "יום" },
  now: { month: "החודש", week: "השבוע", day: "היום" },
  before: "התקופה הקודמת",
  after: "התקופה הבאה",
  toDate: "לתאריך אחר",
  dealHint: "הקוד נחשף בסוף המרוץ.",
  showDeal: "להציג את הטבלה",
  askDeal: "קוד של חלוקה מראה מי שיחק בה הכי טוב.",
  raceOnDeal: "מרוץ בחלוקה הזאת",
  toDaily: "לאתגר הזה",
};
