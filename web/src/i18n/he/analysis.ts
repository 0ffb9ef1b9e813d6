import type { Messages } from "../en";

export const analysis: Messages["analysis"] = {
  analyse: "ניתוח",
  title: "אפשר היה לנצח?",
  close: "סגירת הניתוח",
  working: "מחפשים דרך לנצח…",
  workingHint: "זה יכול לקחת חצי דקה.",

  until: (move) => (move === 0 ? "אפשר היה לנצח בהתחלה." : `אפשר היה לנצח עד מהלך ${move}.`),
  lostBy: (move) => `במהלך ${move} המשחק אבד.`,
  untilAtLeast: (move) =>
    move === 0 ? "אפשר היה לנצח בהתחלה, ואולי גם אחר כך." : `אפשר היה לנצח עד מהלך ${move}, ואולי גם אחר כך.`,
  lostFrom: (move) => `ממהלך ${move} והלאה המשחק היה אבוד בוודאות.`,
  betweenUndecided: "על מה שביניהם אין הכרעה.",
  restUndecided: "על המצבים שאחריו אין הכרעה.",
  toTheEnd: "גם בסוף עוד אפשר היה לנצח.",
  never: "בחלוקה הזאת אי אפשר לנצח.",
  undecided: "אין הכרעה.",
  startUndecided: "אין הכרעה אם אפשר לנצח בחלוקה הזאת.",
  notImpossible: "בזמן שהיה לא נמצאה דרך לנצח, אבל זה לא אומר שאין כזאת.",
  allKnown: "הבדיקה מכירה את כל הקלפים, גם את ההפוכים.",

  toMove: (move) => `למהלך ${move}`,
  showWay: "להראות איך",
  way: "דרך לנצח",

  busy: "יותר מדי משחקים מחכים לניתוח. כדאי לנסות שוב בעוד כמה שניות.",
  failed: "לא הצלחנו לנתח את המשחק.",
};
