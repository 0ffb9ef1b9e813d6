import type { Messages } from "../en";

export const analysis: Messages["analysis"] = {
  analyse: "Analiza",
  title: "Je li se moglo pobijediti?",
  close: "Zatvori analizu",
  working: "Traži se put do pobjede…",
  workingHint: "To može potrajati pola minute.",

  until: (move) =>
    move === 0 ? "Na početku se moglo pobijediti." : `Moglo se pobijediti do ${move}. poteza.`,
  lostBy: (move) => `${move}. potezom partija je izgubljena.`,
  untilAtLeast: (move) =>
    move === 0
      ? "Na početku se moglo pobijediti, a možda i kasnije."
      : `Moglo se pobijediti do ${move}. poteza, a možda i kasnije.`,
  lostFrom: (move) => `Od ${move}. poteza partija je sigurno bila izgubljena.`,
  betweenUndecided: "Za ono između nema odluke.",
  restUndecided: "Za kasnije položaje nema odluke.",
  toTheEnd: "Moglo se pobijediti i na samom kraju.",
  never: "Ovo se dijeljenje ne može riješiti.",
  undecided: "Nema odluke.",
  startUndecided: "Ne zna se može li se ovo dijeljenje riješiti.",
  notImpossible: "U raspoloživom vremenu nije nađen put do pobjede, ali to ne znači da ga nema.",
  allKnown: "Procjena poznaje sve karte, i one licem prema dolje.",

  toMove: (move) => `Na ${move}. potez`,
  showWay: "Pokaži kako",
  way: "Put do pobjede",

  busy: "Previše partija čeka na analizu. Pokušaj opet za nekoliko sekundi.",
  failed: "Partija se nije dala analizirati.",
};
