import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const home: Messages["home"] = {
  heading: ["Iste karte.", "Neka pobijedi bolji."],
  lead: "Utrkuj se s prijateljima u solitaireu: svi dobivaju iste karte u istom trenutku.",
  raceFriends: "Utrka s prijateljima",
  playAlone: "Solo igra",
  chooseRace: "U kojoj se igri utrkujete?",
  chooseSolo: "Koju igru igraš?",
  raceHint: "Dobit ćeš poveznicu koju šalješ prijateljima.",
  soloHint: "Novo dijeljenje, do sat vremena, vlastitim tempom.",
  moreOptions: "Više mogućnosti",
  making: "Miješanje…",
  yourName: "Tvoje ime",
  nameHint: "Tako će te vidjeti drugi.",
  playingAs: "Igraš kao",
  change: "Promijeni",

  codeTitle: "Imaš kod?",
  codeLabel: "Kod sobe ili dijeljenja",
  codeHint: "Šest slova otvara sobu; kod s crticama dijeli svoje karte.",
  go: "Kreni",
  codeNeeded: "Najprije upiši ili zalijepi kod.",
  codeUnknown: "To nije ni jedno ni drugo. Kod sobe ima šest slova, a kod dijeljenja ima crtice.",

  liveTitle: "Upravo uživo",
  liveAll: "Sve igre uživo",
  liveNone: "Trenutačno nema javnih utrka. Napravi javnu sobu i pojavit će se ovdje.",
  liveFailed: "Igre uživo nisu se učitale.",
  phases: { lobby: "Čeka igrače", countdown: "Uskoro počinje", racing: "Utrka traje", ended: "Gotovo" },
  players: (n, seats) => `${n} od ${seats}`,
  playersLabel: (n, seats) =>
    plural(seats, {
      one: `zauzeto ${n} od # mjesta`,
      few: `zauzeto ${n} od # mjesta`,
      other: `zauzeto ${n} od # mjesta`,
    }),

  continueTitle: "Tvoja igra još traje",
  continueAction: "Nastavi",

  howTitle: "Kako to ide",
  how: [
    { title: "Napravi sobu", text: "Odaberi igru i pošalji poveznicu. Nitko ne treba račun." },
    { title: "Svi dobivaju iste karte", text: "Na nulu svi vide isto dijeljenje. Sreća ne igra." },
    {
      title: "Odigraj bolje",
      text: "Vidiš dokle su stigli drugi, a poslije gledaš svaku igru potez po potez.",
    },
  ],
};
