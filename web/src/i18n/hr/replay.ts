import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const replay: Messages["replay"] = {
  title: "Snimka",
  loading: "Učitavanje snimke…",
  loadingPart: (percent) => `Učitavanje, ${percent} %`,
  backToRoom: "Natrag u sobu",
  share: "Podijeli ovaj trenutak",
  shareText: (name, step) => `Pogledaj ${step}. potez ove partije (${name})`,
  copied: "Poveznica na ovaj trenutak je kopirana",
  notCopied: "Poveznica se nije dala kopirati. Piše u adresnoj traci.",

  play: "Pokreni",
  pause: "Zaustavi",
  stepBack: "Potez natrag",
  stepForward: "Potez naprijed",
  toStart: "Na početak",
  toEnd: "Na kraj",
  speed: "Brzina",
  times: (speed) => `${speed}×`,
  skipPauses: "Preskoči stanke",
  position: "Mjesto u partiji",
  positionAt: (step, last, time) => `${step}. potez od ${last}, ${time}`,
  timeOf: (time, end) => `${time} od ${end}`,
  move: (step, last) => `${step}. potez od ${last}`,
  player: "Igrač",
  ghost: "Usporedi s",
  alone: "Usporedi s…",
  ranked: (place, name) => `${place}. ${name}`,
  board: (name) => `Ploča: ${name}`,
  leads: "vodi",
  score: (n) => plural(n, { one: "# bod", few: "# boda", other: "# bodova" }),
  home: (n) => plural(n, { one: "# složena karta", few: "# složene karte", other: "# složenih karata" }),
  place: (n) => `${n}. mjesto`,
  noActions: "U ovoj partiji nije odigran nijedan potez.",
  keys: "Razmaknica pokreće i zaustavlja, strelice idu potez po potez, Home i End skaču na rubove.",

  notEnded: "Ova utrka još traje. Snimke će biti ovdje kad završi.",
  watchIt: "Gledaj utrku",
  noSuchRoom: "Takve sobe nema. Možda je kod krivo upisan, ili je utrka već zaboravljena.",
  noSuchSeat: "Na tom mjestu u utrci nitko nije igrao.",
  firstSeat: "Pokaži partiju prvog igrača",
  failed: "Snimka se nije učitala.",
  brokenOff: "Ostatak snimke nije se učitao.",
  ghostFailed: "Druga partija nije se učitala.",

  ghosts: {
    toBoard: "Na ljestvicu",
    games: "Tko igra",
    swap: "Zamijeni te dvije partije",
    withMine: "Uz moju",
    withBest: "Uz najbolju",
    alone: "Samo ova",
  },
};
