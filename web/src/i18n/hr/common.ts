import type { DealProblem } from "../../app/deal_code";
import type { GameId } from "../../table/table";
import { Reason } from "../../wire/codes_pb";
import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

const faults: Record<Reason, string> = {
  [Reason.UNSPECIFIED]: "Poslužitelj nije dostupan. Provjeri vezu i pokušaj ponovno.",
  [Reason.NO_SUCH_ROOM]: "Nema sobe s tim kodom. Provjeri njegovih šest slova.",
  [Reason.BAD_FIELD]: "Jedan od odabira nije moguć.",
  [Reason.BAD_DEAL_CODE]: "Nema dijeljenja s tim kodom.",
  [Reason.BAD_NAME]: "To se ime ne može koristiti. Upiši od 1 do 24 vidljiva znaka.",
  [Reason.NOT_OWNER]: "To može samo vlasnik sobe.",
  [Reason.NOT_IN_ROOM]: "Više nisi u ovoj sobi.",
  [Reason.NOT_YOUR_SEAT]: "To mjesto pripada nekom drugom.",
  [Reason.NOT_STARTED]: "Utrka još nije počela.",
  [Reason.ALREADY_STARTED]: "Utrka je već počela i mjesta su zauzeta.",
  [Reason.SEAT_ENDED]: "Tvoja je utrka gotova.",
  [Reason.ROOM_ENDED]: "Ova je soba zatvorena.",
  [Reason.ROOM_FULL]: "Sva su mjesta zauzeta. I dalje možeš gledati.",
  [Reason.RACING_ELSEWHERE]: "Još se utrkuješ u drugoj sobi. Najprije tamo završi ili odustani.",
  [Reason.MOVE_BUDGET]: "Svi su potezi potrošeni. I dalje možeš poništavati poteze ili odustati.",
  [Reason.BUSY]: "Poslužitelj je zauzet. Ništa nije učinjeno; pokušaj ponovno za trenutak.",
  [Reason.TOO_MANY]: "Previše puta u kratkom vremenu. Pričekaj malo i pokušaj ponovno.",
  [Reason.KICKED]: "Vlasnik te uklonio iz ove sobe.",
  [Reason.INTERNAL]: "Na poslužitelju nešto nije uspjelo. Pokušaj ponovno za trenutak.",
  [Reason.NOT_ENDED]: "Ova utrka još nije gotova.",
  [Reason.BAD_DEVICE_CODE]: "Taj kod ne vrijedi, ili više ne vrijedi. Na drugom uređaju prikaži novi.",
  [Reason.BANNED]: "Ovdje imaš zabranu i ne možeš igrati.",
  [Reason.BAD_INVITATION]: "Ta pozivnica ne vrijedi, ili više ne vrijedi. Zatraži novu.",
  [Reason.NO_SUCH_BOARD]: "Nema takve ljestvice.",
  [Reason.NO_SUCH_ROW]: "Nema takvog rezultata na ljestvici.",
  [Reason.NOT_TODAY]: "Taj izazov nije današnji.",
  [Reason.NOT_PLAYED]: "Tuđe igre vidiš kad završiš svoju.",
  [Reason.SET_ALREADY]: "To se može postaviti samo jednom.",
};

const dealOptions: Record<GameId, string> = {
  TF: "D1N ili D3N",
  FC: "C4, C2 ili C1",
  KL: "D1 ili D3 i zatim N, P1 ili P3, na primjer D3N",
};

const dealProblems: Record<DealProblem, (game: GameId | null) => string> = {
  parts: () => "Kod dijeljenja ima tri dijela s crticama između njih, na primjer KL1-D3N-AAAAAAB.",
  game: () => "Prvi dio označava igru: TF1, FC1 ili KL1.",
  options: (game) => `Srednji dio ne odgovara toj igri. Može biti ${game ? dealOptions[game] : ""}.`,
  letters: () => "Zadnji dio, broj dijeljenja, ima samo slova od A do Z.",
  length: (game) =>
    game === "FC"
      ? "Zadnji dio, broj dijeljenja, ima sedam slova."
      : "Zadnji dio, broj dijeljenja, ima sedam slova ili trinaest.",
  zero: () => "Dijeljenja se broje od AAAAAAB; AAAAAAA ne postoji.",
  long: () => "Tako mali broj piše se samo sa zadnjih sedam slova.",
};

export const common: Messages["common"] = {
  samedeal: "Samedeal",
  loading: "Učitavanje…",
  cancel: "Odustani",
  close: "Zatvori",
  retry: "Pokušaj ponovno",
  back: "Natrag",
  save: "Spremi",
  reload: "Učitaj ponovno",

  deletedPlayer: "Izbrisan igrač",
  guest: (n) => `As ${n}`,
  playerName: {
    label: "Tvoje ime",
    missing: "Ime ima barem jedan vidljiv znak.",
    tooLong: (n) =>
      plural(n, {
        one: "# znak je previše: može ih biti 24.",
        few: "# znaka su previše: može ih biti 24.",
        other: "# znakova je previše: može ih biti 24.",
      }),
    characters: "U imenu su znakovi koji se ne mogu prikazati, na primjer novi red. Ukloni ih.",
  },
  skip: "Prijeđi na sadržaj",
  nav: {
    label: "Stranice",
    home: "Početna",
    daily: "Dnevni izazov",
    boards: "Ljestvice",
    live: "Gledaj uživo",
    rules: "Pravila",
    settings: "Postavke",
    profile: (name) => `Tvoje ime: ${name}`,
  },
  language: "Jezik",
  languageFailed: "Jezik se nije učitao. Provjeri vezu i pokušaj ponovno.",

  titles: {
    home: "Utrke u solitaireu s prijateljima",
    create: "Nova utrka",
    solo: "Nova solo igra",
    room: (code) => `Soba ${code}`,
    live: "Gledaj uživo",
    replay: (code) => `Snimka ${code}`,
    settings: "Postavke",
    rules: "Pravila",
    daily: "Dnevni izazov",
    boards: "Ljestvice",
    ghosts: "Dvije igre usporedno",
    profile: "Tvoj profil",
    friend: "Pozivnica",
    missing: "Stranica nije pronađena",
  },

  faults,
  toThatRace: "Na tu utrku",
  dealProblem: (problem, game) => dealProblems[problem](game),

  connection: {
    lost: "Nema veze.",
    retrying: "Ponovno povezivanje…",
    retryIn: (seconds) =>
      plural(seconds, {
        one: "Novi pokušaj za # sekundu.",
        few: "Novi pokušaj za # sekunde.",
        other: "Novi pokušaj za # sekundi.",
      }),
    tryNow: "Pokušaj odmah",
    offline: "Nema veze s internetom. Stranice se otvaraju, ali za utrke i gledanje treba veza.",
    takenOver: "Igraš u drugoj kartici ili na drugom uređaju.",
    playHere: "Igraj ovdje",
    tooOld: "Samedeal je ažuriran. Učitaj stranicu ponovno za nastavak.",
    badToken: "Ovaj preglednik više nije poznat pod tvojim imenom. Nastavi i dobit ćeš novo mjesto.",
    goOn: "Nastavi",
    badName: "Tvoje se ime ne može koristiti. Odaberi drugo u profilu.",
    chooseName: "Odaberi ime",
    flooded: "Odjednom je poslano previše, pa je poslužitelj prekinuo vezu.",
    banned: "Pristup ovoj usluzi ti je zabranjen.",
    bannedUntil: (time) => `Pristup ovoj usluzi ti je zabranjen do: ${time}.`,
    bannedForGood: "Pristup ovoj usluzi ti je trajno zabranjen.",
    failed: "Poslužitelj nije razumio ovu stranicu. Učitaj je ponovno za nastavak.",
  },

  update: { ready: "Nova verzija Samedeala je spremna.", apply: "Učitaj sada", later: "Kasnije" },

  pageFailed: {
    title: "Ova se stranica nije učitala",
    text: "Možda nema veze ili je Samedeal upravo ažuriran.",
  },
  missing: {
    title: "Ovdje nema ničega",
    text: "Možda je adresa krivo upisana. Adresa sobe završava s njezinih šest slova.",
    home: "Na početnu stranicu",
  },
};
