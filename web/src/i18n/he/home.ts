import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

export const home: Messages["home"] = {
  heading: ["אותה חלוקה.", "שהטובים ינצחו."],
  lead: "מרוץ סוליטר עם חברים: כולם מקבלים אותם קלפים באותו רגע.",
  raceFriends: "מרוץ עם חברים",
  playAlone: "משחק לבד",
  chooseRace: "באיזה משחק יהיה המרוץ?",
  chooseSolo: "באיזה משחק לשחק?",
  raceHint: "מיד יופיע קישור שאפשר לשלוח לחברים.",
  soloHint: "חלוקה חדשה, עד שעה, בקצב שלך.",
  moreOptions: "אפשרויות נוספות",
  making: "טורפים את הקלפים…",
  yourName: "השם שלך",
  nameHint: "כך יופיע אצל כולם.",
  playingAs: "השם שלך במשחק:",
  change: "שינוי",

  codeTitle: "יש לך קוד?",
  codeLabel: "קוד של חדר או של חלוקה",
  codeHint: "שש אותיות פותחות חדר; קוד עם מקפים מחלק את הקלפים שלו.",
  go: "קדימה",
  codeNeeded: "קודם צריך להקליד או להדביק קוד.",
  codeUnknown: "זה לא זה ולא זה. בקוד של חדר יש שש אותיות, ובקוד של חלוקה יש מקפים.",

  liveTitle: "עכשיו בשידור חי",
  liveAll: "כל המשחקים החיים",
  liveNone: "אין כרגע מרוץ ציבורי. חדר חדש שמסומן כציבורי יופיע כאן.",
  liveFailed: "טעינת המשחקים החיים נכשלה.",
  phases: { lobby: "ממתינים לשחקנים", countdown: "תכף מתחילים", racing: "במרוץ", ended: "הסתיים" },
  players: (n, seats) => `${n} מתוך ${seats}`,
  playersLabel: (n, seats) =>
    plural(seats, { one: `${n} ממקום אחד תפוסים`, other: `${n} מתוך # מקומות תפוסים` }),

  continueTitle: "המשחק שלך עוד נמשך",
  continueAction: "להמשיך",

  howTitle: "איך זה עובד",
  how: [
    { title: "פותחים חדר", text: "בוחרים משחק ושולחים את הקישור. אף אחד לא צריך להירשם." },
    { title: "מקבלים אותה חלוקה", text: "ברגע האפס כולם רואים אותם קלפים. המזל מחוץ למשחק." },
    { title: "משחקים טוב יותר", text: "רואים כמה רחוק הגיעו האחרים, ובסוף צופים בכל משחק, מהלך אחר מהלך." },
  ],
};
