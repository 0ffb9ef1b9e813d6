import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const profile: Messages["profile"] = {
  lead: "Tvoje ime, prijatelji, rezultati i uređaji.",
  you: "O tebi",
  nameHint: "Od 1 do 24 znaka. U sobama u kojima već jesi ostaje staro ime.",
  nameSaved: "Ime je spremljeno.",
  nobody: "Ovdje još nemaš ime. Odaberi ga sada, ili ćeš ga dobiti s prvom utrkom.",
  notKnown:
    "Ovaj preglednik više nije poznat pod tim imenom. Kod s drugog uređaja vraća ti isti račun; samo s imenom počinješ iznova.",

  results: "Tvoja mjesta",
  noResults:
    "Još te nema ni na jednoj ljestvici. Na nju vodi svaka utrka na tajnom dijeljenju, osim onih prema kodu.",
  firstRace: "Nova utrka",

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
  allRaces: "Prikaži sve",

  account: "Tvoj račun",
  devicesHint: "Tvoj se identitet čuva samo u ovom pregledniku. Kod ga prenosi u drugi.",
  comeHint: "Već igraš na drugom uređaju? Njegov profil pokazuje kod.",
  otherDevice: "Igraj na drugom uređaju",
  codeHow: "Na drugom uređaju otvori Samedeal, na dnu stranice odaberi „Tvoj profil” i upiši ovaj kod:",
  scan: "Ili to snimi njegovom kamerom:",
  scanQr: "QR kod koji ondje otvara Samedeal s ovim kodom",
  scanned: "Kod s drugog uređaja već je upisan.",
  codeSecret: "Ne pokazuj ga nikome: tko ga upiše, igra pod tvojim imenom.",
  codeLeft: (time) => `Vrijedi još ${time}`,
  codeOver: "Ovaj kod više ne vrijedi.",
  newCode: "Novi kod",
  enterCode: "Kod s drugog uređaja",
  enterCodeHint: "Deset slova. Ovaj preglednik tada nastavlja kao taj igrač i zaboravlja prijašnjeg.",
  codeShape: "Kod ima deset slova, na primjer KWTNR HZBDV.",
  useCode: "Nastavi kao taj igrač",
  cameIn: (name) => `Ovdje se sada zoveš ${name}.`,
  logOutElsewhere: "Odjavi me svugdje drugdje",
  logOutHint: "Prekida tvoju igru na svim drugim uređajima. Ovaj preglednik nastavlja.",
  loggedOut: "Svugdje drugdje odjava je gotova.",
  deleteAccount: "Izbriši moj račun",
  deleteTitle: "Izbrisati račun?",
  deleteText:
    "Tvoje se ime, tvoji rezultati na svim ljestvicama i tvoji prijatelji zaboravljaju, a svi se tvoji uređaji odjavljuju. Utrka u kojoj si teče bez tebe do isteka vremena. Sobe u kojima si bio ili bila prikazuju tvoje ime još najviše 30 dana.",
  deleteForGood: "Povratka nema.",
  deleteDo: "Izbriši zauvijek",
  keepAccount: "Zadrži",
  deleted: "Tvoj je račun izbrisan.",
};
