import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");
/** A name keeps its own direction. */
const apart = (name: string): string => `\u2068${name}\u2069`;

export const friends: Messages["friends"] = {
  friends: "חברים",
  none: "עוד אין חברים. חברים רואים זה את זה בכל טבלה, זה לצד זה.",
  toBoards: "הטבלאות של החברים",
  actionsFor: (name) => `פעולות עבור ${apart(name)}`,
  invite: "הזמנת חבר",
  inviteAnother: "קישור חדש",
  invited: (days) =>
    `${plural(days, {
      one: "אפשר לשלוח את הקישור הזה. הוא תקף ליום אחד, לאדם אחד.",
      two: "אפשר לשלוח את הקישור הזה. הוא תקף ליומיים, לאדם אחד.",
      other: "אפשר לשלוח את הקישור הזה. הוא תקף ל־# ימים, לאדם אחד.",
    })} הקישור הקודם כבר אינו תקף.`,
  shareText: "הזמנה להיות חברים ב־Samedeal, ולראות מי טוב יותר בסוליטר.",
  blocked: (n) => plural(n, { other: "חסומים: #" }),
  unblockPerson: (name) => `לבטל את החסימה של ${apart(name)}`,

  sure: {
    remove: {
      title: (name) => `לסיים את החברות עם ${apart(name)}?`,
      text: "השמות ייעלמו מרשימות החברים של שני הצדדים. הזמנה חדשה תחזיר את החברות.",
      act: "להסיר מהחברים",
      done: (name) => `${apart(name)}: כבר לא ברשימת החברים שלך.`,
    },
    block: {
      title: (name) => `לחסום את ${apart(name)}?`,
      text: "אם יש חברות היא תסתיים, ושום הזמנה לא תיצור חברות עד ביטול החסימה. לצד השני לא נאמר דבר. עדיין אפשר להיפגש בחדרים ובטבלאות.",
      act: "לחסום",
      done: (name) => `החסימה של ${apart(name)} בתוקף.`,
    },
    unblock: {
      title: (name) => `לבטל את החסימה של ${apart(name)}?`,
      text: "הזמנה תוכל לחדש את החברות.",
      act: "לבטל את החסימה",
      done: (name) => `החסימה של ${apart(name)} בוטלה.`,
    },
  },

  invites: (name) => `הזמנה לחברות מאת ${apart(name)}.`,
  what: "חברים רואים זה את זה בטבלאות, בלשונית משלהם.",
  nameHint: "כך יראו אותך החברים: 1 עד 24 תווים.",
  accept: "להיות חברים",
  notNow: "לא עכשיו",
  nowFriends: (name) => `יש חברות חדשה: ${apart(name)}.`,
  alreadyFriends: (name) => `כבר יש חברות עם ${apart(name)}.`,
  own: "זו הזמנה שלך.",
  ownHint: "אפשר לשלוח את הקישור לחבר: הוא תקף לאדם אחד אחר.",
};
