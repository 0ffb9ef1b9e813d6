import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");
const cardsHome = (n: number): string =>
  plural(n, { one: "קלף אחד בבית", two: "שני קלפים בבית", other: "# קלפים בבית" });
const points = (n: number): string => plural(n, { one: "נקודה אחת", two: "שתי נקודות", other: "# נקודות" });

export const watch: Messages["watch"] = {
  title: "שידור חי",
  intro: "חדרים שכל אחד יכול להצטרף אליהם או לצפות בהם.",
  rooms: "חדרים פתוחים",
  empty: "אין כרגע חדרים פתוחים.",
  emptyHint: "אפשר ליצור חדר שמופיע ברשימה: כל מי שמזדמן לכאן יכול להצטרף או לצפות.",
  create: "חדר חדש",
  failed: "לא הצלחנו לטעון את רשימת החדרים.",
  stale: "השרת אינו עונה. ייתכן שהרשימה אינה מעודכנת.",
  lobby: "מתכוננים למרוץ",
  countdown: "תכף מתחילים",
  justStarted: "המרוץ התחיל זה עתה",
  racingFor: (minutes) =>
    plural(minutes, { one: "במרוץ כבר דקה", two: "במרוץ כבר שתי דקות", other: "במרוץ כבר # דקות" }),
  seats: (taken, all) =>
    `${taken} מתוך ${plural(all, { one: "מקום אחד", two: "שני מקומות", other: "# מקומות" })}`,
  watchers: (n) => plural(n, { one: "צופה אחד", two: "שני צופים", other: "# צופים" }),
  nobody: "עדיין אין איש",
  join: "להצטרף",
  watch: "לצפות",
  goBack: "לחזור",
  roomOf: (action, code) => `${action}: חדר \u2068${code}\u2069`,

  tv: "עכשיו בשידור",
  tvOpen: "למרוץ הזה",
  tvEntering: "מתחברים לשידור…",
  tvOver: "המרוץ הסתיים",
  tvNext: "המרוץ הבא יעלה עוד רגע.",
  tvLast: "אין כרגע מרוץ אחר. המרוץ הבא יוצג כאן.",
  yourRace: "כבר יש לך מקום בחדר. מרוצים אחרים יוצגו כאן שוב בסיום.",

  waiting: "הלוחות יופיעו כאן כשהמרוץ יתחיל.",
  noBoard: "עוד אין לוח",
  delayed: (seconds) =>
    plural(seconds, { one: "בעיכוב של שנייה", two: "בעיכוב של שתי שניות", other: "בעיכוב של # שניות" }),
  board: (name) => `הלוח של \u2068${name}\u2069`,
  enlarge: (name) => `להגדיל את הלוח של \u2068${name}\u2069`,
  allBoards: "כל הלוחות",
  others: "הלוחות האחרים",
  keys: "המקשים 1 עד 9 מגדילים לוח, 0 מציג את כולם.",
  place: (n) => `מקום ${n}`,
  points,
  cardsHome,
  lastMove: (time) => `מהלך אחרון: \u2068${time}\u2069`,
  noMoves: "עוד אין מהלכים",
  standing: (name, place, home, score) =>
    `\u2068${name}\u2069: מקום ${place}, ${cardsHome(home)}, ${points(score)}`,
};
