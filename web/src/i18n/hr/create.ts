import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const create: Messages["create"] = {
  title: "Nova utrka",
  soloTitle: "Nova solo igra",
  lead: "Odabir se pamti za sljedeći put.",
  deal: "Dijeljenje",
  random: "Nasumično",
  fromCode: "Prema kodu",
  code: "Kod dijeljenja",
  codeHint: "Tko zna kod, može znati karte: odmah ga vide svi u sobi.",
  soloCodeHint: "Isti kod uvijek dijeli iste karte.",
  codeGives: (variant) => `Dijeli se ${variant}.`,
  game: "Igra",
  anyPasses: "Neograničeno",
  seats: "Mjesta",
  seatsHint: "Svi ostali mogu gledati.",
  minutes: "Minute",
  minutesHint: "Utrka tada najkasnije završava.",
  moreOptions: "Više mogućnosti",
  ranking: "Tko pobjeđuje",
  usualRanking: "Uobičajeno za igru",
  usualRankingHint: "FreeCell: tko prvi složi sve karte. Ostale igre: više bodova, zatim kraće vrijeme.",
  countdown: "Odbrojavanje u sekundama",
  delay: "Gledatelji vide stolove",
  delayHint: "Zbog odgode gledatelji ne mogu pomagati igračima.",
  delays: {
    none: "Odmah",
    seconds: (n) => plural(n, { one: "# s kasnije", other: "# s kasnije" }),
  },
  listed: "Javna utrka",
  listedHint: "Na popisu je igara uživo i svatko se može pridružiti ili gledati.",
  open: "Pokaži kod dijeljenja na početku",
  openHint: "Inače je zapečaćen: otkriva se na kraju utrke, s dokazom da je određen prije nje.",
  submit: "Napravi sobu",
  soloSubmit: "Podijeli karte",
  making: "Miješanje…",
  fewer: (what) => `${what}: manje`,
  more: (what) => `${what}: više`,
  range: (least, most) => `Upiši broj od ${least} do ${most}.`,
};
