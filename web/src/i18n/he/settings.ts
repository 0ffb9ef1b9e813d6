import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

export const settings: Messages["settings"] = {
  title: "הגדרות",
  lead: "כל שינוי נשמר מיד, בדפדפן הזה.",

  you: "פרטים אישיים",
  name: "השם שלך",
  nameHint: "1 עד 24 תווים. בחדרים שכבר נכנסת אליהם יישאר השם הקודם.",
  nameSaved: "השם נשמר.",
  nameMissing: "בשם צריך להיות לפחות תו נראה אחד.",
  nameTooLong: (n) =>
    plural(n, {
      one: "יש תו אחד יותר מדי: אפשר עד 24.",
      two: "יש שני תווים יותר מדי: אפשר עד 24.",
      other: "יש # תווים יותר מדי: אפשר עד 24.",
    }),
  nameCharacters: "יש בשם תווים שאי אפשר להציג, למשל מעברי שורה. צריך להסיר אותם.",

  races: "המרוצים האחרונים שלך",
  racesNone: "עוד אין. המרוצים בדפדפן הזה יופיעו כאן.",
  racesFirst: "מרוץ עם חברים",
  place: (n) => `מקום ${n}`,
  alone: "לבד",
  running: "לא הסתיים",
  toRoom: "אל החדר",
  replay: "שידור חוזר",
  replayOf: (what) => `שידור חוזר של ${what}`,
  score: (n) => plural(n, { one: "נקודה אחת", two: "שתי נקודות", other: "# נקודות" }),

  look: "מראה",
  language: "שפה",
  browserLanguage: "לפי הדפדפן",
  theme: "בהיר או כהה",
  themes: { system: "לפי המכשיר", light: "בהיר", dark: "כהה" },
  cards: "הקלפים",
  preview: "כך נראים הקלפים",
  fourColours: "ארבעה צבעים",
  fourColoursHint: "יהלום בכחול ותלתן בירוק, כך שאין שתי סדרות דומות.",
  largePrint: "אותיות גדולות",
  largePrintHint: "אותיות גדולות יותר על הקלפים ובדפים.",

  play: "המשחק",
  leftHanded: "יד שמאל",
  leftHandedHint: "הקופה והכפתורים עוברים לצד השני.",
  doubleTap: "הקשה כפולה מזיזה קלף",
  doubleTapHint: "אל היסוד שלו, ואם אי אפשר, אל המקום הטוב ביותר בלוח.",
  letterKeys: "קיצורי מקלדת באותיות",
  letterKeysHint: "Z לביטול, F ליסוד, ? לעזרה. כדאי לכבות בהכתבה קולית.",
  explain: "הסבר על מהלכים שנדחו",
  explainHint: "איזה כלל אוסר את המהלך.",
  rivals: "האחרים במרוץ",
  rivalsAs: { boards: "לוחות", bars: "התקדמות בלבד", hidden: "מוסתרים" },
  rivalsHint: "בזמן המשחק שלך הלוחות שלהם אינם מראים אף קלף.",

  movement: "תנועה וצליל",
  animation: "מהירות הקלפים",
  animations: { off: "ללא תנועה", fast: "מהירה", normal: "רגילה" },
  motion: "תנועה אחרת",
  motions: { system: "לפי המכשיר", reduced: "מצומצמת", full: "מלאה" },
  sounds: "צלילים",
  soundsHint: "צלילים רכים לקלפים, לספירה לאחור ולסיום.",
};
