import { type Card, hidden, rankOf, ranks, suitOf, suits } from "../../table/card";
import { Rule } from "../../wire/codes_pb";
import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");

const suitNames = ["עלה", "לב", "יהלום", "תלתן"];
const rankNames = ["אס", "2", "3", "4", "5", "6", "7", "8", "9", "10", "נסיך", "מלכה", "מלך"];
/** The queen's name changes before a suit. */
const ranksBeforeSuit = rankNames.map((name) => (name === "מלכה" ? "מלכת" : name));
const symbols = ["♠\uFE0E", "♥\uFE0E", "♦\uFE0E", "♣\uFE0E"];

const at = (list: readonly string[], index: number): string => list[index] ?? "";
const fullCard = (card: Card): string =>
  card === hidden ? "קלף הפוך" : `${at(ranksBeforeSuit, rankOf(card) - 1)} ${at(suitNames, suitOf(card))}`;
const names = { TF: "Solitaire Réfléchi", FC: "FreeCell", KL: "קלונדייק" };
const cards = (n: number): string => plural(n, { one: "קלף אחד", two: "שני קלפים", other: "# קלפים" });
const draw = (n: number): string => `שליפת ${n}`;
const passes = (n: number): string => plural(n, { one: "מעבר אחד", two: "שני מעברים", other: "# מעברים" });
const cells = (n: number): string => plural(n, { one: "תא אחד", two: "שני תאים", other: "# תאים" });

/** "To the ace", "to 7": a prefix joins a word, and a hyphen joins it to a number. */
function toRank(letter: string): string {
  const name = at(rankNames, ranks.indexOf(letter));
  return /^\d/.test(name) ? `ל־${name}` : `ל${name}`;
}

const refusals: Record<Rule, (detail: string) => string> = {
  [Rule.UNSPECIFIED]: () => "המהלך הזה אינו מותר כאן.",
  [Rule.GAME_OVER]: () => "המשחק הסתיים בניצחון, ושום קלף אינו זז עוד.",
  [Rule.NO_SUCH_PILE]: () => "אין מקום כזה במשחק הזה.",
  [Rule.SAME_PILE]: () => "הקלף כבר נמצא שם.",
  [Rule.PILE_EMPTY]: () => "אין שם קלף שאפשר להזיז.",
  [Rule.BAD_COUNT]: () => "אי אפשר לקחת משם מספר כזה של קלפים.",
  [Rule.FACE_DOWN]: () => "אי אפשר להזיז קלפים הפוכים, אלא רק קלפים גלויים.",
  [Rule.RUN_BROKEN]: () =>
    "הקלפים האלה זזים יחד רק כשהם רצף: כל קלף נמוך באחד מהקלף שמתחתיו, אדום ושחור לסירוגין.",
  [Rule.RUN_TOO_LONG]: (most) =>
    plural(Number(most), {
      one: "כרגע אפשר להעביר לשם רק קלף אחד. כדי להעביר יותר יש לפנות תא או עמודה.",
      two: "כרגע אפשר להעביר לשם יחד לכל היותר שני קלפים. כדי להעביר יותר יש לפנות תא או עמודה.",
      other: "כרגע אפשר להעביר לשם יחד לכל היותר # קלפים. כדי להעביר יותר יש לפנות תא או עמודה.",
    }),
  [Rule.KING_ONLY]: () => "לעמודה ריקה אפשר להעביר רק מלך, לבדו או עם הרצף שמונח עליו.",
  [Rule.SAME_COLOUR]: () => "הצבעים צריכים להתחלף: אדום על שחור, שחור על אדום.",
  [Rule.WRONG_RANK]: () => "הקלף צריך להיות נמוך בדיוק באחד מהקלף שמניחים אותו עליו: 7 על 8.",
  [Rule.ONE_AT_A_TIME]: () => "לשם מעבירים רק קלף אחד בכל פעם.",
  [Rule.NOT_NEXT]: (rank) => `בונים מאס עד מלך, כל סדרה בנפרד. ערימת היסוד הזו מחכה ${toRank(rank)}.`,
  [Rule.CELL_TAKEN]: () => "בתא יש מקום לקלף אחד בלבד, והתא הזה תפוס.",
  [Rule.NOT_A_TARGET]: () => "הקלף הזה לא יכול לעבור לשם, אלא רק לעמודה שהוא מתאים לה.",
  [Rule.STOCK_EMPTY]: () => "הקופה וערימת ההשלכה ריקות: לא נשאר מה לשלוף.",
  [Rule.PASS_LIMIT]: () => "כל המעברים בקופה נוצלו. ממשיכים עם הקלפים שעל השולחן.",
  [Rule.NOTHING_TO_UNDO]: () => "לא נשאר מה לבטל.",
};

export const game: Messages["game"] = {
  names,
  lines: {
    TF: "כל העמודות גלויות: חושבים ומתכננים מראש.",
    FC: "כל הקלפים גלויים, ויש תאים להניח בהם קלפים בצד.",
    KL: "הקלאסי, עם קלפים הפוכים שצריך לחשוף.",
  },
  options: {
    drawTitle: "כמה קלפים שולפים בכל פעם",
    passesTitle: "מעברים בקופה",
    cellsTitle: "תאים",
    draw,
    passes: (n) => (n === 0 ? "מעברים ללא הגבלה" : passes(n)),
    cells,
    easier: "קל יותר",
    harder: "קשה יותר",
  },
  // A name in Latin letters is isolated, lest the number behind it is drawn on its other side.
  variant: (v) =>
    [
      `\u2068${names[v.game]}\u2069`,
      ...(v.draw > 0 ? [draw(v.draw)] : []),
      ...(v.passes > 0 ? [passes(v.passes)] : []),
      ...(v.game === "FC" ? [cells(v.cells)] : []),
    ].join(", "),

  suits: suitNames,
  ranks: rankNames,
  cards,
  faceDown: "קלף הפוך",
  card: fullCard,
  cardAsObject: fullCard,
  // Isolated, so that rank and suit keep their order in a text from right to left.
  shortCard: (card: Card) =>
    card === hidden
      ? "?"
      : `\u2066${ranks.charAt(rankOf(card) - 1).replace("T", "10")}${at(symbols, suitOf(card))}\u2069`,

  stock: "קופה",
  waste: "ערימת השלכה",
  cell: "תא",
  column: "עמודה",
  foundation: "ערימת יסוד",
  pile: (pile) => {
    if (pile === "n") return "קופה";
    if (pile === "w") return "ערימת השלכה";
    const cell = "abcd".indexOf(pile);
    if (cell >= 0) return `תא ${cell + 1}`;
    const suit = suits.indexOf(pile);
    return suit >= 0 ? `ערימת יסוד ${at(suitNames, suit)}` : `עמודה ${pile}`;
  },

  refusal: (rule, detail) => (refusals[rule] ?? refusals[Rule.UNSPECIFIED])(detail),

  noMoves: "לא נותרו מהלכים",
  noMovesHelp: "אפשר לבטל מהלכים או לפרוש.",
  endings: { home: "כל הקלפים ביסודות", resigned: "פרישה", timeUp: "הזמן נגמר" },
  rankings: { scoreAndTime: "ניקוד וזמן", firstHome: "הראשון שמסיים" },
  rankingLines: {
    scoreAndTime: "קודם משחקים שהושלמו, אחר כך הניקוד הגבוה יותר, ואז הזמן הקצר יותר.",
    firstHome: "מנצח מי שמעביר ראשון את כל הקלפים לערימות היסוד.",
  },
  score: "ניקוד",
  time: "זמן",
  moves: "מהלכים",
  undo: "ביטול",
};
