import { type Card, hidden, rankOf, ranks, suitOf, suits } from "../../table/card";
import { Rule } from "../../wire/codes_pb";
import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

const suitNames = ["pik", "herc", "karo", "tref"];
const rankNames = [
  "as",
  "dvojka",
  "trojka",
  "četvorka",
  "petica",
  "šestica",
  "sedmica",
  "osmica",
  "devetka",
  "desetka",
  "dečko",
  "dama",
  "kralj",
];
const ranksAsObject = [
  "as",
  "dvojku",
  "trojku",
  "četvorku",
  "peticu",
  "šesticu",
  "sedmicu",
  "osmicu",
  "devetku",
  "desetku",
  "dečka",
  "damu",
  "kralja",
];
const symbols = ["♠\uFE0E", "♥\uFE0E", "♦\uFE0E", "♣\uFE0E"];

const at = (list: readonly string[], index: number): string => list[index] ?? "";
const names = { TF: "Solitaire Réfléchi", FC: "FreeCell", KL: "Klondike" };
const cards = (n: number): string => plural(n, { one: "# karta", few: "# karte", other: "# karata" });
const draw = (n: number): string => `izvlačenje po ${n}`;
const passes = (n: number): string => plural(n, { one: "# prolaz", few: "# prolaza", other: "# prolaza" });
const cells = (n: number): string => plural(n, { one: "# ćelija", few: "# ćelije", other: "# ćelija" });

const refusals: Record<Rule, (detail: string) => string> = {
  [Rule.UNSPECIFIED]: () => "To ovdje nije dopušteno.",
  [Rule.GAME_OVER]: () => "Partija je dobivena i više se ništa ne pomiče.",
  [Rule.NO_SUCH_PILE]: () => "Tog mjesta u ovoj igri nema.",
  [Rule.SAME_PILE]: () => "Karta je već ondje.",
  [Rule.PILE_EMPTY]: () => "Ondje nema karte koja bi se mogla premjestiti.",
  [Rule.BAD_COUNT]: () => "Odatle se ne može uzeti toliko karata.",
  [Rule.FACE_DOWN]: () => "Zatvorene karte se ne premještaju, nego samo one okrenute licem prema gore.",
  [Rule.RUN_BROKEN]: () =>
    "Te karte idu zajedno samo ako su u nizu: svaka za jedan niža od one na kojoj leži, crvena i crna naizmjence.",
  [Rule.RUN_TOO_LONG]: (most) =>
    plural(Number(most), {
      one: "Onamo sada može zajedno najviše # karta. Za više oslobodi ćeliju ili stupac.",
      few: "Onamo sada mogu zajedno najviše # karte. Za više oslobodi ćeliju ili stupac.",
      other: "Onamo sada može zajedno najviše # karata. Za više oslobodi ćeliju ili stupac.",
    }),
  [Rule.KING_ONLY]: () => "Na prazan stupac smije samo kralj, sam ili s nizom koji leži na njemu.",
  [Rule.SAME_COLOUR]: () => "Crvena i crna moraju se izmjenjivati: crvena ide na crnu, crna na crvenu.",
  [Rule.WRONG_RANK]: () => "Karta mora biti točno za jedan niža od one na koju ide: sedmica na osmicu.",
  [Rule.ONE_AT_A_TIME]: () => "Onamo smije samo jedna karta odjednom.",
  [Rule.NOT_NEXT]: (rank) =>
    `Na temelj se slaže od asa do kralja, svaka boja zasebno. Na ovaj temelj sada ide ${at(rankNames, ranks.indexOf(rank))}.`,
  [Rule.CELL_TAKEN]: () => "U ćeliju stane samo jedna karta, a ova je već zauzeta.",
  [Rule.NOT_A_TARGET]: () => "Ta karta ne smije onamo. Može na stupac na koji pristaje.",
  [Rule.STOCK_EMPTY]: () => "Kup za izvlačenje i odlagalište prazni su: više se nema što izvući.",
  [Rule.PASS_LIMIT]: () => "Svi su prolazi kroz kup iskorišteni. Igraj kartama koje su na stolu.",
  [Rule.NOTHING_TO_UNDO]: () => "Više se nema što poništiti.",
};

export const game: Messages["game"] = {
  names,
  lines: {
    TF: "Svi su stupci otkriveni: razmisli i planiraj.",
    FC: "Sve su karte na vidiku, a neke možeš skloniti u ćelije.",
    KL: "Klasik sa zatvorenim kartama koje treba otkriti.",
  },
  options: {
    drawTitle: "Broj karata pri izvlačenju",
    passesTitle: "Prolasci kroz kup",
    cellsTitle: "Ćelije",
    draw: (n) => `Izvlačenje po ${n}`,
    passes: (n) => (n === 0 ? "Bez ograničenja prolaza" : passes(n)),
    cells,
    easier: "lakše",
    harder: "teže",
  },
  variant: (v) =>
    [
      names[v.game],
      ...(v.draw > 0 ? [draw(v.draw)] : []),
      ...(v.passes > 0 ? [passes(v.passes)] : []),
      ...(v.game === "FC" ? [cells(v.cells)] : []),
    ].join(", "),

  suits: suitNames,
  ranks: rankNames,
  cards,
  faceDown: "zatvorena karta",
  card: (card: Card) =>
    card === hidden ? "zatvorena karta" : `${at(suitNames, suitOf(card))} ${at(rankNames, rankOf(card) - 1)}`,
  cardAsObject: (card: Card) =>
    card === hidden
      ? "zatvorenu kartu"
      : `${at(suitNames, suitOf(card))} ${at(ranksAsObject, rankOf(card) - 1)}`,
  shortCard: (card: Card) =>
    card === hidden
      ? "?"
      : `${ranks.charAt(rankOf(card) - 1).replace("T", "10")}${at(symbols, suitOf(card))}`,

  stock: "kup za izvlačenje",
  waste: "odlagalište",
  cell: "ćelija",
  column: "stupac",
  foundation: "temelj",
  pile: (pile) => {
    if (pile === "n") return "kup za izvlačenje";
    if (pile === "w") return "odlagalište";
    const cell = "abcd".indexOf(pile);
    if (cell >= 0) return `${cell + 1}. ćelija`;
    const suit = suits.indexOf(pile);
    return suit >= 0 ? `temelj za ${at(suitNames, suit)}` : `${pile}. stupac`;
  },

  refusal: (rule, detail) => (refusals[rule] ?? refusals[Rule.UNSPECIFIED])(detail),

  noMoves: "Nema više poteza",
  noMovesHelp: "Poništi nekoliko poteza ili odustani.",
  endings: { home: "Sve složeno", resigned: "Predaja", timeUp: "Vrijeme isteklo" },
  rankings: { scoreAndTime: "Bodovi i vrijeme", firstHome: "Prvi na cilju" },
  rankingLines: {
    scoreAndTime: "Najprije dovršene partije, zatim više bodova, zatim kraće vrijeme.",
    firstHome: "Pobjeđuje tko prvi složi sve karte na temelje.",
  },
  score: "Bodovi",
  time: "Vrijeme",
  moves: "Potezi",
  undo: "Poništi",
};
