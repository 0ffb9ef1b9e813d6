import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");
const count = (n: number): string => plural(n, { other: "#" });
const days = (n: number): string => plural(n, { one: "יום אחד", two: "יומיים", other: "# ימים" });
/** A clock's time, an offset or a name in Latin letters keeps its own direction. */
const apart = (text: string): string => `\u2068${text}\u2069`;

export const daily: Messages["daily"] = {
  title: "האתגר היומי",
  lead: "בכל יום כולם משחקים באותן חלוקות, פעם אחת בכל אחת. בכולן אפשר לנצח.",
  todays: "האתגרים של היום",
  toPage: "תוצאות",
  today: "היום",
  toToday: "לאתגרים של היום",
  dayBefore: "היום הקודם",
  dayAfter: "היום הבא",
  nextIn: "חלוקות חדשות בעוד",
  isOver: "היום הזה הסתיים.",

  toCome: "היום הזה עוד לא הגיע",
  toComeText: "החלוקות שלו כבר נקבעו, אבל איש אינו רואה אותן לפני הזמן. שווה לחכות!",
  noSuchDay: "אין יום כזה",
  noSuchDayText: `כתובת של יום מסתיימת בתאריך, למשל ${apart("2026-11-30")}.`,
  none: "ביום הזה לא היו אתגרים.",
  failed: "טעינת האתגרים היומיים נכשלה.",

  played: (n, won) =>
    n === 0
      ? "עדיין איש לא סיים"
      : `${plural(n, { one: "שחקן אחד סיים", two: "שני שחקנים סיימו", other: "# שחקנים סיימו" })}, ${plural(won, { one: "ניצחון אחד", two: "שני ניצחונות", other: "# ניצחונות" })}`,
  begin: "להתחיל",
  goOn: "להמשיך",
  practise: "להתאמן",
  playDeal: "לשחק בחלוקה הזאת",
  open: "עוד לא שוחק",
  running: "הניסיון שלך נמשך",
  missed: "לא שוחק",
  voided: "הוצא מהטבלאות",
  endedOnly: "הניסיון שלך הסתיים",
  wonIn: (time) => `ניצחון בזמן ${apart(time)}`,
  endings: { resigned: "פרישה", timeUp: "הזמן נגמר" },
  points: (n) => plural(n, { one: "נקודה אחת", two: "שתי נקודות", other: "# נקודות" }),
  placeOf: (place, of) => `מקום ${count(place)} מתוך ${count(of)}`,
  percentile: (n) => `אחוזון ${n}`,
  percentileHint: "כמה ממאה התוצאות האחרות אינן טובות משלך.",
  actionOn: (action, game) => `${action}: ${apart(game)}`,

  confirmTitle: "להתחיל את הניסיון?",
  confirm: [
    "בכל חלוקה יש ניסיון אחד שנכנס לדירוג.",
    "הוא מתחיל אחרי שלוש שניות. השעון ממשיך לרוץ, גם כשהדף סגור, עד הסיום, הפרישה, או עד שיעברו 60 דקות.",
  ],
  confirmBegin: "להתחיל עכשיו",
  newDay: "התחיל יום חדש. אלה האתגרים שלו.",

  board: "תוצאות",
  boardOf: "משחק",
  wholeBoard: "כל הטבלאות",

  share: "שיתוף",
  copied: "התוצאה הועתקה",
  notCopied: "ההעתקה לא הצליחה.",
  shareHead: (date) => `Samedeal, האתגר היומי, ${date}`,
  shareWon: (game, time, points) => `${apart(game)}: ניצחון בזמן ${apart(time)}, ${points}`,
  shareLost: (game, points) => `${apart(game)}: בלי ניצחון, ${points}`,
  sharePlace: (place, of, percentile) => `מקום ${count(place)} מתוך ${count(of)}, אחוזון ${percentile}`,
  shareStreak: (n) => `רצף: ${days(n)}`,

  streak: "רצף",
  streakDays: (n) => (n === 1 ? "יום אחד ברצף" : `${days(n)} ברצף`),
  streakNone: "אין כרגע רצף",
  longest: (n) => `הארוך ביותר: ${days(n)}`,
  wonToday: "יש ניצחון היום: הרצף נמשך.",
  notWonToday: "ניצחון היום, באתגר כלשהו, ימשיך את הרצף.",
  beginStreak: "ניצחון היום, באתגר כלשהו, יתחיל רצף.",
  daysEnd: (offset, utc) =>
    offset === "UTC"
      ? `הימים שלך מסתיימים בחצות לפי ${apart("UTC")}.`
      : `הימים שלך מסתיימים בחצות לפי ${apart(offset)}: בשעה ${apart(utc)} לפי ${apart("UTC")}.`,
  setDaysEnd: "לקבוע מתי היום מסתיים",
  offsetTitle: "מתי היום שלך מסתיים?",
  offsetText: `רצף סופר ימים לפי השעון שלך, והחצות שלו אינה בהכרח החצות של ${apart("UTC")}. האתגרים מתחלפים אצל כולם בחצות לפי ${apart("UTC")} בכל מקרה.`,
  offsetOnce: "את זה אפשר לקבוע רק פעם אחת.",
  offsetLabel: "השעון שלך",
  ofDevice: (offset) => `${apart(offset)}, כמו במכשיר הזה`,
  offsetSet: "לקבוע לתמיד",

  calendar: "לוח שנה",
  monthBefore: "החודש הקודם",
  monthAfter: "החודש הבא",
  marks: { won: "ניצחון", played: "שוחק", missed: "הוחמץ", voided: "הוצא", open: "ממתין" },
  dayOf: (date, entries) => (entries.length === 0 ? date : `${date}: ${entries.join(", ")}`),
  entryOf: (game, mark) => `${apart(game)} – ${mark}`,
  calendarNobody: "כאן יסומן מה ששיחקת.",
  calendarFailed: "טעינת לוח השנה נכשלה.",

  commitments: "החלוקות של מחר כבר נקבעו",
  commitmentsText:
    "אלה טביעות האצבע (SHA-256) של החלוקות של מחר, כל אחת יחד עם סוד. כשהיום ההוא יסתיים החלוקות והסודות יפורסמו, וכל אחד יוכל לבדוק ששום דבר לא שונה.",

  practice: "אימון",
  notRanked: "אימון: אינו נכנס לדירוג.",
  dealing: "מחלקים את הקלפים…",
  backToDay: "לאתגר היומי",
  ranking: "המקום שלך מחושב…",
  notPlayed: "זה ניסיון של מישהו אחר באתגר היומי. אפשר לראות אותו אחרי סיום הניסיון שלך, או כשהיום יסתיים.",
  notPlayedReplay: "זה משחק מהאתגר היומי. אפשר לראות אותו אחרי סיום הניסיון שלך, או כשהיום יסתיים.",
  anotherDay: "החלוקה של האתגר היומי הזה תפורסם כשהיום שלו יסתיים.",
};
