import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");
const cardsHome = (n: number): string =>
  plural(n, { one: "# složena karta", few: "# složene karte", other: "# složenih karata" });
const points = (n: number): string => plural(n, { one: "# bod", few: "# boda", other: "# bodova" });

export const watch: Messages["watch"] = {
  title: "Uživo",
  intro: "Sobe u koje svatko može ući, igrati ili gledati.",
  rooms: "Otvorene sobe",
  empty: "Trenutačno nema otvorenih soba.",
  emptyHint: "Otvori sobu koja se vidi na popisu: tko naiđe, može igrati ili gledati.",
  create: "Nova soba",
  failed: "Popis soba nije se učitao.",
  stale: "Poslužitelj ne odgovara. Popis možda nije svjež.",
  lobby: "Okupljaju se",
  countdown: "Samo što nije počelo",
  justStarted: "Upravo je počelo",
  racingFor: (minutes) =>
    plural(minutes, {
      one: "Utrka traje # minutu",
      few: "Utrka traje # minute",
      other: "Utrka traje # minuta",
    }),
  seats: (taken, all) =>
    `${taken} od ${plural(all, { one: "# mjesta", few: "# mjesta", other: "# mjesta" })}`,
  watchers: (n) => plural(n, { one: "# gledatelj", few: "# gledatelja", other: "# gledatelja" }),
  nobody: "Još nikoga",
  join: "Igraj",
  watch: "Gledaj",
  goBack: "Vrati se",
  roomOf: (action, code) => `${action}: soba ${code}`,

  tv: "Upravo se igra",
  tvOpen: "Otvori ovu utrku",
  tvEntering: "Uključivanje u prijenos…",
  tvOver: "Utrka je gotova",
  tvNext: "Sljedeća utrka stiže za trenutak.",
  tvLast: "Nema druge utrke. Sljedeća će se pokazati ovdje.",
  yourRace: "Imaš mjesto u sobi. Druge utrke opet će biti ovdje kad završiš.",

  waiting: "Ploče će se pokazati ovdje kad utrka počne.",
  noBoard: "Još nema ploče",
  delayed: (seconds) =>
    plural(seconds, {
      one: "Prikaz kasni # sekundu",
      few: "Prikaz kasni # sekunde",
      other: "Prikaz kasni # sekundi",
    }),
  board: (name) => `Ploča: ${name}`,
  enlarge: (name) => `Povećaj ploču: ${name}`,
  allBoards: "Sve ploče",
  others: "Ostale ploče",
  keys: "Tipke 1 do 9 povećavaju ploču, 0 pokazuje sve.",
  place: (n) => `${n}. mjesto`,
  points,
  cardsHome,
  lastMove: (time) => `zadnji potez: ${time}`,
  noMoves: "još nema poteza",
  standing: (name, place, home, score) => `${name}: ${place}. mjesto, ${cardsHome(home)}, ${points(score)}`,
};
