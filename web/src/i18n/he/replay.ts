import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

export const replay: Messages["replay"] = {
  title: "צפייה חוזרת",
  loading: "טוענים את הצפייה החוזרת…",
  loadingPart: (percent) => `בטעינה, \u2068${percent}%\u2069`,
  backToRoom: "חזרה לחדר",
  share: "לשתף את הרגע הזה",
  shareText: (name, step) => `כדאי לראות את המשחק של \u2068${name}\u2069, מהלך ${step}`,
  copied: "הקישור לרגע הזה הועתק",
  notCopied: "לא הצלחנו להעתיק את הקישור. הוא נמצא בשורת הכתובת.",

  play: "הפעלה",
  pause: "השהיה",
  stepBack: "מהלך אחד אחורה",
  stepForward: "מהלך אחד קדימה",
  toStart: "להתחלה",
  toEnd: "לסוף",
  speed: "מהירות",
  times: (speed) => `\u2068${speed}×\u2069`,
  skipPauses: "דילוג על הפסקות",
  position: "המקום במשחק",
  positionAt: (step, last, time) => `מהלך ${step} מתוך ${last}, \u2068${time}\u2069`,
  timeOf: (time, end) => `\u2068${time}\u2069 מתוך \u2068${end}\u2069`,
  move: (step, last) => `מהלך ${step} מתוך ${last}`,
  player: "המשחק של",
  ghost: "השוואה עם",
  alone: "השוואה עם…",
  ranked: (place, name) => `${place}. \u2068${name}\u2069`,
  board: (name) => `הלוח של \u2068${name}\u2069`,
  leads: "בראש",
  score: (n) => plural(n, { one: "נקודה אחת", two: "שתי נקודות", other: "# נקודות" }),
  home: (n) => plural(n, { one: "קלף אחד בבית", two: "שני קלפים בבית", other: "# קלפים בבית" }),
  place: (n) => `מקום ${n}`,
  noActions: "במשחק הזה לא בוצע אף מהלך.",
  keys: "רווח מפעיל ומשהה, החצים מזיזים מהלך אחד, Home ו־End קופצים לקצוות.",

  notEnded: "המרוץ הזה עוד נמשך. הצפיות החוזרות יחכו כאן בסופו.",
  watchIt: "לצפות במרוץ",
  noSuchRoom: "אין חדר כזה. ייתכן שהקוד שגוי, או שהמרוץ כבר נשכח.",
  noSuchSeat: "במרוץ הזה איש לא שיחק במקום הזה.",
  firstSeat: "להציג את המשחק הראשון",
  failed: "לא הצלחנו לטעון את הצפייה החוזרת.",
  brokenOff: "לא הצלחנו לטעון את המשך הצפייה החוזרת.",
  ghostFailed: "לא הצלחנו לטעון את המשחק השני.",

  ghosts: {
    toBoard: "לטבלה",
    games: "מי במשחק",
    swap: "החלפה בין שני המשחקים",
    withMine: "לצד המשחק שלי",
    withBest: "לצד המקום הראשון",
    alone: "רק המשחק הזה",
  },
};
