import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const settings: Messages["settings"] = {
  title: "Postavke",
  lead: "Promjene se odmah spremaju u ovom pregledniku.",

  you: "O tebi",
  name: "Tvoje ime",
  nameHint: "Od 1 do 24 znaka. U sobama u kojima već jesi ostaje staro ime.",
  nameSaved: "Ime je spremljeno.",
  nameMissing: "Ime ima barem jedan vidljiv znak.",
  nameTooLong: (n) =>
    plural(n, {
      one: "# znak je previše: može ih biti 24.",
      few: "# znaka su previše: može ih biti 24.",
      other: "# znakova je previše: može ih biti 24.",
    }),
  nameCharacters: "U imenu su znakovi koji se ne mogu prikazati, na primjer novi red. Ukloni ih.",

  races: "Tvoje zadnje utrke",
  racesNone: "Još ih nema. Ovdje će stajati utrke koje odigraš u ovom pregledniku.",
  racesFirst: "Utrka s prijateljima",
  place: (n) => `${n}. mjesto`,
  alone: "Solo",
  running: "Nije gotovo",
  toRoom: "Otvori sobu",
  replay: "Snimka",
  replayOf: (what) => `Snimka: ${what}`,
  score: (n) => plural(n, { one: "# bod", few: "# boda", other: "# bodova" }),

  look: "Izgled",
  language: "Jezik",
  browserLanguage: "Kao u pregledniku",
  theme: "Svijetlo ili tamno",
  themes: { system: "Sustav", light: "Svijetlo", dark: "Tamno" },
  cards: "Karte",
  preview: "Kako izgledaju karte",
  fourColours: "Četiri boje",
  fourColoursHint: "Karo je plav, a tref zelen, pa nijedne dvije boje nisu slične.",
  largePrint: "Krupni tisak",
  largePrintHint: "Veća slova na kartama i stranicama.",

  play: "Igranje",
  leftHanded: "Za ljevake",
  leftHandedHint: "Kup i tipke prelaze na drugu stranu.",
  doubleTap: "Dvostruki dodir pomiče kartu",
  doubleTapHint: "Na njezin temelj, a ako ne ide, na najbolje mjesto na stolu.",
  letterKeys: "Slova kao prečaci",
  letterKeysHint: "Z za poništavanje, F za temelj, ? za pomoć. Isključi ako diktiraš.",
  explain: "Objasni odbijene poteze",
  explainHint: "Kaže koje pravilo brani potez.",
  rivals: "Drugi igrači u utrci",
  rivalsAs: { boards: "Stolovi", bars: "Napredak", hidden: "Skriveni" },
  rivalsHint: "Dok igraš, na njihovim se stolovima ne vidi nijedna karta.",

  movement: "Pokret i zvuk",
  animation: "Brzina karata",
  animations: { off: "Bez pokreta", fast: "Brzo", normal: "Normalno" },
  motion: "Drugi pokreti",
  motions: { system: "Sustav", reduced: "Smanjeni", full: "Svi" },
  sounds: "Zvukovi",
  soundsHint: "Tihi zvukovi za karte, odbrojavanje i kraj.",
};
