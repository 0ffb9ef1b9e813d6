import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

export const create: Messages["create"] = {
  title: "מרוץ חדש",
  soloTitle: "משחק חדש לבד",
  lead: "הבחירות נשמרות לפעם הבאה.",
  deal: "החלוקה",
  random: "אקראית",
  fromCode: "לפי קוד",
  code: "קוד החלוקה",
  codeHint: "מי שיודע את הקוד יכול לדעת את הקלפים: הוא מוצג מיד לכל מי שבחדר.",
  soloCodeHint: "אותו קוד מחלק תמיד אותם קלפים.",
  codeGives: (variant) => `החלוקה: ${variant}.`,
  game: "המשחק",
  anyPasses: "ללא הגבלה",
  seats: "מקומות",
  seatsHint: "כל האחרים יכולים לצפות.",
  minutes: "דקות",
  minutesHint: "לכל המאוחר אז המרוץ מסתיים.",
  moreOptions: "אפשרויות נוספות",
  ranking: "איך מנצחים",
  usualRanking: "כרגיל במשחק",
  usualRankingHint: "ב־FreeCell: מי שמסיים ראשון. באחרים: הניקוד הגבוה יותר, ואחריו הזמן הקצר יותר.",
  countdown: "ספירה לאחור בשניות",
  delay: "הצופים רואים את הלוחות",
  delayHint: "השהיה מונעת מצופים לעזור לשחקנים.",
  delays: {
    none: "מיד",
    seconds: (n) => plural(n, { one: "שנייה אחת אחר כך", two: "שתי שניות אחר כך", other: "# שניות אחר כך" }),
  },
  listed: "מרוץ ציבורי",
  listedHint: "מופיע ברשימת המשחקים החיים, וכולם יכולים להצטרף או לצפות.",
  open: "הצגת קוד החלוקה בתחילת המרוץ",
  openHint: "אחרת הקוד חתום: הוא נחשף בסוף המרוץ, עם הוכחה שנקבע מראש.",
  submit: "פתיחת החדר",
  soloSubmit: "חלוקת הקלפים",
  making: "טורפים את הקלפים…",
  fewer: (what) => `${what}: פחות`,
  more: (what) => `${what}: יותר`,
  range: (least, most) => `צריך מספר מ־${least} עד ${most}.`,
};
