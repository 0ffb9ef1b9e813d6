import type { Messages } from "../en";

export const settings: Messages["settings"] = {
  title: "Postavke",
  lead: "Promjene se odmah spremaju u ovom pregledniku.",

  account: "Tvoj račun",
  accountHint: "Ime, drugi uređaji, odjava i brisanje računa nalaze se u profilu.",

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
