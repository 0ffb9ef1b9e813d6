import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");
const count = (n: number): string => plural(n, { other: "#" });

export const boards: Messages["boards"] = {
  show: "Koji rezultati",
  parts: { all: "Svi", friends: "Prijatelji", around: "Oko mene" },
  rankedBy: "Poredak",
  place: "Mjesto",
  player: "Igrač",
  percentile: "Percentil",
  game: "Igra",
  you: "ti",
  loading: "Ljestvica se učitava…",

  counted: (ranked, won) =>
    `${plural(ranked, { one: "# igrač", few: "# igrača", other: "# igrača" })}, ${plural(won, { one: "# pobjeda", few: "# pobjede", other: "# pobjeda" })}`,
  endings: { home: "Pobjeda", resigned: "Predaja", timeUp: "Vrijeme isteklo" },
  moves: (n) => plural(n, { one: "# potez", few: "# poteza", other: "# poteza" }),
  points: (n) => plural(n, { one: "# bod", few: "# boda", other: "# bodova" }),
  daysWon: (won, days) =>
    plural(days, {
      one: `pobjede: ${won} od # dana`,
      few: `pobjede: ${won} od # dana`,
      other: `pobjede: ${won} od # dana`,
    }),
  inPercentile: (n) => `percentil ${n}`,
  knownDeal: "dijeljenje poznato otprije",
  watchGame: (name) => `Pogledaj igru: ${name}`,

  rows: (from, to, all) => `${count(from)} do ${count(to)} od ${count(all)}`,
  pages: "Stranice ljestvice",
  top: "Na vrh",
  previous: "Prethodni",
  next: "Sljedeći",

  none: "Na ovoj ljestvici još nema nikoga.",
  noFriends: "Ni tebe ni tvojih prijatelja još nema na ovoj ljestvici.",
  notAround: "Još te nema na ovoj ljestvici.",
  yourFriends: "Tvoji prijatelji",

  lead: "Svaki igrač stoji na ljestvici jednom, sa svojom najboljom igrom.",
  source: "Vrsta",
  sources: { races: "Utrke", daily: "Izazov dana", deal: "Dijeljenje" },
  hints: {
    races: "Utrke čije dijeljenje nitko nije mogao znati otprije.",
    daily: "Po jedan pokušaj za svakoga, svi na istom dijeljenju.",
    sums: "Zbroj svih dnevnih izazova svakog igrača.",
    deal: "Sve utrke na ovom dijeljenju otkad postoji. Označeno je tko ga je mogao znati otprije.",
  },
  span: "Razdoblje",
  spans: { all: "Oduvijek", month: "Mjesec", week: "Tjedan", day: "Dan" },
  now: { month: "Ovaj mjesec", week: "Ovaj tjedan", day: "Danas" },
  before: "Prethodno razdoblje",
  after: "Sljedeće razdoblje",
  toDate: "Na drugi datum",
  dealHint: "Otkriva se na kraju utrke.",
  showDeal: "Prikaži ljestvicu",
  askDeal: "Upiši kod dijeljenja da vidiš tko ga je najbolje odigrao.",
  raceOnDeal: "Utrka na tom dijeljenju",
  toDaily: "Na taj izazov",
};
