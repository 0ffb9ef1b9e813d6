import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");
const cards = (n: number): string => plural(n, { one: "# karta", few: "# karte", other: "# karata" });

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const board: Messages["board"] = {
  pile: (pile, what) => `${sentence(pile)}: ${what}`,
  empty: "prazno",
  covering: (top, under) => `${top}, ispod: ${under.join(", ")}`,
  count: cards,
  faceDown: (n) => plural(n, { one: "# zatvorena", few: "# zatvorene", other: "# zatvorenih" }),
  stock: (n) =>
    plural(n, { one: "# zatvorena karta", few: "# zatvorene karte", other: "# zatvorenih karata" }),
  stockRedeal: "prazno, može se okrenuti odlagalište",
  stockDone: "prazno, prolaza više nema",

  held: (card, n) => (n === 1 ? `u ruci: ${card}` : `u ruci: ${cards(n)}, prva ${card}`),
  fitsHere: "ono što je u ruci ide ovamo",
  chosen: (card, n) => (n === 1 ? sentence(card) : `${cards(n)}, prva ${card}`),
  lifted: (card, n, places) => {
    const what = n === 1 ? card : `${cards(n)}, prva ${card}`;
    return places.length === 0
      ? `U ruci: ${what}. Ne ide nikamo.`
      : `U ruci: ${what}. Ide na: ${places.join(", ")}.`;
  },
  nothingToLift: "Ovdje se nema što podići.",
  letGo: "Vraćeno.",
  noHome: "Sada ne ide na temelj.",

  moved: (card, n, from, to) => `${n === 1 ? sentence(card) : `${cards(n)}, prva ${card}`}: ${from} – ${to}.`,
  drawn: (n, top) =>
    top === null
      ? `Izvučeno: ${cards(n)}.`
      : n === 1
        ? `Izvučeno: ${top}.`
        : `Izvučeno: ${cards(n)}, na vrhu ${top}.`,
  redealt: "Odlagalište je opet kup za izvlačenje.",
  turned: (card, pile) => `${sentence(pile)}: otkriva se ${card}.`,
  undone: (what) => `Poništeno. ${what}`,
  undoneDraw: "Poništeno: izvlačenje.",
  undoneRedeal: "Poništeno: odlagalište se vratilo.",
  won: "Sve su karte na temeljima.",

  asText: "Ploha kao tekst",
  help: "Pomoć za igraću plohu",
  helpTouch: "Dodirom ili mišem",
  helpTouchLines: (stock) => [
    "Povuci karte onamo kamo idu ili dodirni kartu pa mjesto na koje ide.",
    "Dodirni kartu na vrhu: ako pristaje, odlazi na svoj temelj.",
    "Dodirni je dvaput: odlazi onamo gdje na plohi pristaje.",
    ...(stock ? ["Dodirni kup za izvlačenje da izvučeš karte."] : []),
    "Zadrži prst na dugom stupcu da se raširi.",
  ],
  helpKeys: "Tipkovnicom",
  keys: {
    arrows: "Od mjesta do mjesta; gore i dolje u stupcu biraju koliko karata",
    act: "Podigni odabrane karte; spusti ih na drugo mjesto",
    draw: "Izvuci iz kupa",
    cancel: "Vrati karte iz ruke",
    home: "Na temelj",
    undo: "Poništi",
    columns: "Na stupac",
    toWaste: "Na odlagalište, na temelje",
    toCells: "Na ćelije, na temelje",
    help: "Ova pomoć",
  },
  lettersOff: "Slova i brojke isključeni su u postavkama.",
  key: { space: "Razmaknica", enter: "Enter", escape: "Esc", arrows: "Strelice" },
};
