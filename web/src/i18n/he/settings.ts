import type { Messages } from "../en";

export const settings: Messages["settings"] = {
  title: "הגדרות",
  lead: "כל שינוי נשמר מיד, בדפדפן הזה.",

  account: "החשבון שלך",
  accountHint: "השם, המכשירים האחרים, היציאה מהחשבון ומחיקתו נמצאים בפרופיל.",

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
