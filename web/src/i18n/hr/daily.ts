import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");
const count = (n: number): string => plural(n, { other: "#" });
const days = (n: number): string => plural(n, { one: "# dan", few: "# dana", other: "# dana" });

export const daily: Messages["daily"] = {
  title: "Dnevni izazov",
  lead: "Svakog dana svi igraju ista dijeljenja, svako jednom. Svako se može riješiti.",
  todays: "Današnji izazovi",
  toPage: "Rezultati",
  today: "Danas",
  toToday: "Na današnje izazove",
  dayBefore: "Dan prije",
  dayAfter: "Dan poslije",
  nextIn: "Nova dijeljenja za",
  isOver: "Ovaj je dan završio.",

  toCome: "Taj dan tek dolazi",
  toComeText: "Njegova su dijeljenja određena, ali ih nitko ne vidi prije vremena. Strpljen – spašen!",
  noSuchDay: "Nema takvog dana",
  noSuchDayText: "Adresa dana završava datumom, na primjer 2026-11-30.",
  none: "Toga dana nije bilo izazova.",
  failed: "Dnevni izazovi nisu se učitali.",

  played: (n, won) =>
    n === 0
      ? "Još ga nitko nije završio"
      : `${plural(n, { one: "Odigrao # igrač", few: "Odigrala # igrača", other: "Odigralo # igrača" })}, ${plural(won, { one: "# pobjeda", few: "# pobjede", other: "# pobjeda" })}`,
  begin: "Počni",
  goOn: "Nastavi",
  practise: "Vježbaj",
  playDeal: "Igraj ovo dijeljenje",
  open: "Još nije odigrano",
  running: "Tvoj pokušaj traje",
  missed: "Nije odigrano",
  voided: "Uklonjeno s ljestvica",
  endedOnly: "Tvoj je pokušaj završio",
  wonIn: (time) => `Pobjeda za ${time}`,
  endings: { resigned: "Predaja", timeUp: "Vrijeme isteklo" },
  points: (n) => plural(n, { one: "# bod", few: "# boda", other: "# bodova" }),
  placeOf: (place, of) => `${count(place)}. mjesto od ${count(of)}`,
  percentile: (n) => `percentil ${n}`,
  percentileHint: "Koliko od sto ostalih rezultata nije bolje od tvojega.",
  actionOn: (action, game) => `${action}: ${game}`,

  confirmTitle: "Početi pokušaj?",
  confirm: [
    "Na ovom dijeljenju imaš jedan pokušaj koji se računa.",
    "Počinje za tri sekunde. Sat teče dalje, bila stranica otvorena ili ne, dok ne završiš, ne predaš ili ne prođe 60 minuta.",
  ],
  confirmBegin: "Počni odmah",
  newDay: "Počeo je novi dan. Ovo su njegovi izazovi.",

  board: "Rezultati",
  boardOf: "Igra",
  wholeBoard: "Sve ljestvice",

  share: "Podijeli",
  copied: "Rezultat je kopiran",
  notCopied: "Kopiranje nije uspjelo.",
  shareHead: (date) => `Samedeal, dnevni izazov, ${date}`,
  shareWon: (game, time, points) => `${game}: pobjeda za ${time}, ${points}`,
  shareLost: (game, points) => `${game}: bez pobjede, ${points}`,
  sharePlace: (place, of, percentile) => `${count(place)}. mjesto od ${count(of)}, percentil ${percentile}`,
  shareStreak: (n) => `Niz: ${days(n)}`,

  streak: "Niz",
  streakDays: (n) => `${days(n)} zaredom`,
  streakNone: "Trenutačno nema niza",
  longest: (n) => `Najdulji: ${days(n)}`,
  wonToday: "Danas je pobjeda tu: niz se nastavlja.",
  notWonToday: "Za nastavak niza pobijedi danas u bilo kojem izazovu.",
  beginStreak: "Za početak niza pobijedi danas u bilo kojem izazovu.",
  daysEnd: (offset, utc) =>
    offset === "UTC"
      ? "Tvoji dani završavaju u ponoć po UTC-u."
      : `Tvoji dani završavaju u ponoć po satu ${offset}: u ${utc} po UTC-u.`,
  setDaysEnd: "Postavi kad ti završava dan",
  offsetTitle: "Kad ti završava dan?",
  offsetText:
    "Niz broji dane po tvojem satu, čija ponoć ne mora biti ponoć po UTC-u. Izazovi se svejedno svima mijenjaju u ponoć po UTC-u.",
  offsetOnce: "To se može postaviti samo jednom.",
  offsetLabel: "Tvoj sat",
  ofDevice: (offset) => `${offset}, kao na ovom uređaju`,
  offsetSet: "Postavi zauvijek",

  calendar: "Kalendar",
  monthBefore: "Mjesec prije",
  monthAfter: "Mjesec poslije",
  marks: {
    won: "pobjeda",
    played: "odigrano",
    missed: "propušteno",
    voided: "uklonjeno",
    open: "čeka",
  },
  dayOf: (date, entries) => (entries.length === 0 ? date : `${date}: ${entries.join(", ")}`),
  entryOf: (game, mark) => `${game} – ${mark}`,
  calendarNobody: "Ovdje će biti označeno što igraš.",
  calendarFailed: "Kalendar se nije učitao.",

  commitments: "Sutrašnja su dijeljenja već određena",
  commitmentsText:
    "Ovo su otisci (SHA-256) sutrašnjih dijeljenja, svakoga s jednom tajnom. Kad taj dan završi, dijeljenja i tajne se objavljuju i svatko može provjeriti da se ništa nije mijenjalo.",

  practice: "Vježba",
  notRanked: "Vježba: ne računa se.",
  dealing: "Karte se dijele…",
  backToDay: "Na dnevni izazov",
  ranking: "Tvoje se mjesto računa…",
  notPlayed:
    "Ovo je nečiji tuđi pokušaj u dnevnom izazovu. Vidjet ćeš ga kad završi tvoj pokušaj, ili kad prođe dan.",
  notPlayedReplay:
    "Ovo je igra iz dnevnog izazova. Vidjet ćeš je kad završi tvoj pokušaj, ili kad prođe dan.",
  anotherDay: "Dijeljenje ovog dnevnog izazova objavljuje se kad njegov dan završi.",
};
