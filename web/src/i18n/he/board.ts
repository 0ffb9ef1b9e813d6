import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("he");
const cards = (n: number): string => plural(n, { one: "קלף אחד", two: "שני קלפים", other: "# קלפים" });

export const board: Messages["board"] = {
  pile: (pile, what) => `${pile}: ${what}`,
  empty: "ריק",
  covering: (top, under) => `${top}, מעל ${under.join(", ")}`,
  count: cards,
  faceDown: (n) => plural(n, { one: "אחד הפוך", two: "שניים הפוכים", other: "# הפוכים" }),
  stock: (n) => plural(n, { one: "קלף הפוך אחד", two: "שני קלפים הפוכים", other: "# קלפים הפוכים" }),
  stockRedeal: "ריק, אפשר למחזר את ערימת ההשלכה",
  stockDone: "ריק, לא נותרו מעברים",

  held: (card, n) => (n === 1 ? `ביד: ${card}` : `ביד: ${cards(n)}, החל מ־${card}`),
  fitsHere: "מה שביד מתאים לכאן",
  chosen: (card, n) => (n === 1 ? card : `${cards(n)}, החל מ־${card}`),
  lifted: (card, n, places) => {
    const what = n === 1 ? card : `${cards(n)}, החל מ־${card}`;
    return places.length === 0
      ? `ביד: ${what}. אין לזה מקום.`
      : `ביד: ${what}. מתאים ל: ${places.join(", ")}.`;
  },
  nothingToLift: "אין כאן מה להרים.",
  letGo: "הוחזר למקום.",
  noHome: "כרגע לא לערימת יסוד.",

  moved: (card, n, from, to) => `${n === 1 ? card : `${cards(n)}, החל מ־${card}`}: מ${from} אל ${to}.`,
  drawn: (n, top) =>
    top === null ? `נשלפו: ${cards(n)}.` : n === 1 ? `נשלף: ${top}.` : `נשלפו: ${cards(n)}, למעלה ${top}.`,
  redealt: "ערימת ההשלכה חזרה לקופה.",
  turned: (card, pile) => `${pile}: נחשף ${card}.`,
  undone: (what) => `בוטל. ${what}`,
  undoneDraw: "השליפה בוטלה.",
  undoneRedeal: "המחזור בוטל, ערימת ההשלכה חזרה.",
  won: "כל הקלפים בערימות היסוד.",

  asText: "הלוח כטקסט",
  help: "עזרה בלוח",
  helpTouch: "במגע או בעכבר",
  helpTouchLines: (stock) => [
    "גוררים קלפים למקום שמתאים להם, או נוגעים בקלף ואחר כך במקום שאליו יעבור.",
    "נגיעה בקלף העליון שולחת אותו לערימת היסוד שלו, אם הוא מתאים לה.",
    "שתי נגיעות מהירות מעבירות אותו למקום שמתאים לו בלוח.",
    ...(stock ? ["נגיעה בקופה שולפת קלפים."] : []),
    "לחיצה ממושכת על עמודה ארוכה פורשת אותה.",
  ],
  helpKeys: "במקלדת",
  keys: {
    arrows: "מערימה לערימה; למעלה ולמטה בתוך עמודה בוחרים כמה קלפים",
    act: "להרים את הקלפים שנבחרו; להניח אותם בערימה אחרת",
    draw: "לשלוף מהקופה",
    cancel: "להחזיר את הקלפים שביד",
    home: "לערימת היסוד",
    undo: "ביטול",
    columns: "לעמודה",
    toWaste: "לערימת ההשלכה, לערימות היסוד",
    toCells: "לתאים, לערימות היסוד",
    help: "העזרה הזו",
  },
  lettersOff: "האותיות והספרות כבויות בהגדרות.",
  key: { space: "רווח", enter: "Enter", escape: "Esc", arrows: "מקשי החצים" },
};
