import type { DealProblem } from "../../app/deal_code";
import type { GameId } from "../../table/table";
import { Reason } from "../../wire/codes_pb";
import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

const faults: Record<Reason, string> = {
  [Reason.UNSPECIFIED]: "אין קשר עם השרת. כדאי לבדוק את החיבור ולנסות שוב.",
  [Reason.NO_SUCH_ROOM]: "אין חדר עם הקוד הזה. כדאי לבדוק את שש האותיות.",
  [Reason.BAD_FIELD]: "אחת הבחירות אינה אפשרית.",
  [Reason.BAD_DEAL_CODE]: "אין חלוקה עם הקוד הזה.",
  [Reason.BAD_NAME]: "אי אפשר להשתמש בשם הזה. נדרשים 1 עד 24 תווים נראים.",
  [Reason.NOT_OWNER]: "רק מנהלי החדר יכולים לעשות זאת.",
  [Reason.NOT_IN_ROOM]: "החדר הזה כבר אינו פתוח בפניך.",
  [Reason.NOT_YOUR_SEAT]: "המקום הזה שייך למישהו אחר.",
  [Reason.NOT_STARTED]: "המרוץ עוד לא התחיל.",
  [Reason.ALREADY_STARTED]: "המרוץ כבר התחיל, והמקומות נקבעו.",
  [Reason.SEAT_ENDED]: "המרוץ שלך הסתיים.",
  [Reason.ROOM_ENDED]: "החדר הזה נסגר.",
  [Reason.ROOM_FULL]: "כל המקומות תפוסים. עדיין אפשר לצפות.",
  [Reason.RACING_ELSEWHERE]: "יש לך מרוץ פעיל בחדר אחר. קודם צריך לסיים אותו או לפרוש ממנו.",
  [Reason.MOVE_BUDGET]: "המהלכים במקום הזה נוצלו עד תום. עדיין אפשר לבטל מהלכים או לפרוש.",
  [Reason.BUSY]: "השרת עמוס. שום דבר לא נעשה; אפשר לנסות שוב עוד רגע.",
  [Reason.TOO_MANY]: "יותר מדי פעמים בזמן קצר. כדאי להמתין מעט ולנסות שוב.",
  [Reason.KICKED]: "מנהלי החדר הוציאו אותך ממנו.",
  [Reason.INTERNAL]: "משהו השתבש בשרת. אפשר לנסות שוב עוד רגע.",
  [Reason.NOT_ENDED]: "המרוץ הזה עוד לא הסתיים.",
  [Reason.BAD_DEVICE_CODE]: "הקוד הזה אינו תקף, או כבר אינו תקף. כדאי להציג קוד חדש במכשיר השני.",
  [Reason.BANNED]: "הכניסה שלך נחסמה כאן, ולכן אי אפשר לשחק.",
  [Reason.BAD_INVITATION]: "ההזמנה הזאת אינה תקפה, או כבר אינה תקפה. כדאי לבקש חדשה.",
  [Reason.NO_SUCH_BOARD]: "אין טבלה כזאת.",
  [Reason.NO_SUCH_ROW]: "אין תוצאה כזאת בטבלה.",
  [Reason.NOT_TODAY]: "האתגר הזה אינו של היום.",
  [Reason.NOT_PLAYED]: "משחקים של אחרים נראים רק אחרי סיום המשחק שלך.",
  [Reason.SET_ALREADY]: "את זה אפשר לקבוע רק פעם אחת.",
};

/** Letters and codes keep their own direction inside a Hebrew sentence. */
const ltr = (code: string): string => `\u2066${code}\u2069`;

const dealOptions: Record<GameId, string> = {
  TF: `${ltr("D1N")} או ${ltr("D3N")}`,
  FC: `${ltr("C4")}, ${ltr("C2")} או ${ltr("C1")}`,
  KL: `${ltr("D1")} או ${ltr("D3")} ואחריהם ${ltr("N")}, ${ltr("P1")} או ${ltr("P3")}, למשל ${ltr("D3N")}`,
};

const dealProblems: Record<DealProblem, (game: GameId | null) => string> = {
  parts: () => `בקוד של חלוקה יש שלושה חלקים ומקפים ביניהם, למשל ${ltr("KL1-D3N-AAAAAAB")}.`,
  game: () => `החלק הראשון הוא המשחק: ${ltr("TF1")}, ${ltr("FC1")} או ${ltr("KL1")}.`,
  options: (game) => `החלק האמצעי אינו מתאים למשחק הזה. אפשר ${game ? dealOptions[game] : ""}.`,
  letters: () => `בחלק האחרון, מספר החלוקה, יש רק אותיות מ־${ltr("A")} עד ${ltr("Z")}.`,
  length: (game) =>
    game === "FC"
      ? "בחלק האחרון, מספר החלוקה, יש שבע אותיות."
      : "בחלק האחרון, מספר החלוקה, יש שבע אותיות או שלוש־עשרה.",
  zero: () => `החלוקות נמנות מ־${ltr("AAAAAAB")}; אין חלוקה ${ltr("AAAAAAA")}.`,
  long: () => "מספר קטן כזה נכתב בשבע האותיות האחרונות בלבד.",
};

export const common: Messages["common"] = {
  samedeal: "Samedeal",
  loading: "טוען…",
  cancel: "ביטול",
  close: "סגירה",
  retry: "לנסות שוב",
  back: "חזרה",
  save: "שמירה",
  reload: "טעינה מחדש",

  deletedPlayer: "חשבון שנמחק",
  guest: (n) => `אס ${n}`,
  playerName: {
    label: "השם שלך",
    missing: "בשם צריך להיות לפחות תו נראה אחד.",
    tooLong: (n) =>
      plural(n, {
        one: "יש תו אחד יותר מדי: אפשר עד 24.",
        two: "יש שני תווים יותר מדי: אפשר עד 24.",
        other: "יש # תווים יותר מדי: אפשר עד 24.",
      }),
    characters: "יש בשם תווים שאי אפשר להציג, למשל מעברי שורה. צריך להסיר אותם.",
  },
  skip: "דילוג אל התוכן",
  nav: {
    label: "האתר",
    home: "דף הבית",
    daily: "האתגר היומי",
    boards: "טבלאות",
    live: "צפייה בשידור חי",
    rules: "הכללים",
    settings: "הגדרות",
    profile: (name) => `השם שלך: ${name}`,
  },
  language: "שפה",
  languageFailed: "טעינת השפה נכשלה. כדאי לבדוק את החיבור ולנסות שוב.",

  titles: {
    home: "מרוצי סוליטר עם חברים",
    create: "מרוץ חדש",
    solo: "משחק חדש לבד",
    room: (code) => `חדר ${code}`,
    live: "צפייה בשידור חי",
    replay: (code) => `שידור חוזר ${code}`,
    settings: "הגדרות",
    rules: "הכללים",
    daily: "האתגר היומי",
    boards: "טבלאות המובילים",
    ghosts: "שני משחקים זה לצד זה",
    profile: "הפרופיל שלך",
    friend: "הזמנה",
    missing: "הדף לא נמצא",
  },

  faults,
  toThatRace: "אל המרוץ ההוא",
  dealProblem: (problem, game) => dealProblems[problem](game),

  connection: {
    lost: "הקשר נותק.",
    retrying: "מנסים להתחבר…",
    retryIn: (seconds) =>
      plural(seconds, {
        one: "ניסיון נוסף בעוד שנייה.",
        two: "ניסיון נוסף בעוד שתי שניות.",
        other: "ניסיון נוסף בעוד # שניות.",
      }),
    tryNow: "לנסות עכשיו",
    offline: "אין חיבור לרשת. הדפים נפתחים, אבל למרוצים ולצפייה נדרש חיבור.",
    takenOver: "המשחק שלך פתוח בלשונית אחרת או במכשיר אחר.",
    playHere: "לשחק כאן",
    tooOld: "Samedeal עודכן. כדי להמשיך צריך לטעון את הדף מחדש.",
    badToken: "הדפדפן הזה כבר אינו מוכר בשמך. אפשר להמשיך ולקבל מקום חדש.",
    goOn: "להמשיך",
    badName: "אי אפשר להשתמש בשם שלך. אפשר לבחור שם אחר בפרופיל.",
    chooseName: "בחירת שם",
    flooded: "נשלח יותר מדי בבת אחת, והשרת ניתק.",
    banned: "הכניסה שלך לשירות נחסמה.",
    bannedUntil: (time) => `הכניסה שלך לשירות חסומה עד ${time}.`,
    bannedForGood: "הכניסה שלך לשירות נחסמה לצמיתות.",
    failed: "השרת לא הבין את הדף הזה. כדי להמשיך צריך לטעון אותו מחדש.",
  },

  update: { ready: "גרסה חדשה של Samedeal מוכנה.", apply: "לטעון עכשיו", later: "אחר כך" },

  pageFailed: {
    title: "הדף לא נטען",
    text: "ייתכן שאין חיבור, או ש־Samedeal עודכן ממש עכשיו.",
  },
  missing: {
    title: "אין כאן כלום",
    text: "ייתכן שיש טעות בכתובת. כתובת של חדר מסתיימת בשש האותיות שלו.",
    home: "אל דף הבית",
  },
};
