import type { Block, RulesText, Section } from "./text";

const undoAndEnd = (stock: boolean): Section => ({
  id: "end",
  title: "Poništavanje i kraj",
  blocks: [
    { p: "Pobjeđuješ kad su sve 52 karte na temeljima." },
    {
      list: [
        "Ništa se ne pomiče samo: nijedna karta ne odlazi na temelj dok je ti ne pošalješ.",
        "Poništiti možeš do 100 posljednjih radnji, zajedno s njihovim bodovima. Brojač poteza pritom se ne smanjuje.",
        stock
          ? "„Nema više poteza” javlja se kad više nema korisnog poteza, ali tek nakon što prođeš cijeli kup. Partija time nije gotova: poništi potez ili odustani."
          : "„Nema više poteza” javlja se kad više nema korisnog poteza. Partija time nije gotova: poništi potez ili odustani.",
      ],
    },
  ],
});

const results = (preset: string): Section => ({
  id: "results",
  title: "Tko pobjeđuje u utrci",
  blocks: [
    { p: `Svi igraju isto dijeljenje, svatko na svojem stolu. Soba ima jedan od dva poretka; ${preset}` },
    {
      list: [
        "Bodovi i vrijeme: najprije dovršene partije, zatim više bodova, zatim kraće vrijeme, zatim manje poteza.",
        "Prvi na cilju: najprije dovršene partije, najbrža na vrhu; uz isto vrijeme odlučuju bodovi, pa manje poteza. Slijede nedovršene, po bodovima pa po vremenu.",
      ],
    },
    {
      p: "Vrijeme nedovršene partije računa se do posljednje radnje koja je promijenila bodove. Tko nije odigrao nijedan potez, posljednji je.",
    },
  ],
});

const stockKey = [["Razmaknica"], "izvuci iz kupa"] as const;

const controls = (stock: boolean): Section => ({
  id: "controls",
  title: "Prstom, mišem i tipkovnicom",
  blocks: [
    {
      list: [
        "Povuci kartu, ili niz za njegovu prvu kartu, onamo kamo treba ići.",
        "Ili dodirni kartu, a zatim hrpu na koju treba ići.",
        "Jedan dodir posljednje karte u stupcu, gornje karte odlagališta ili karte u ćeliji šalje je na temelj, ako ondje pristaje.",
        "Dvostruki dodir šalje kartu na temelj, a ako ondje ne pristaje, na najduži stupac koji je prima, zatim na prazan stupac, zatim u praznu ćeliju. To možeš isključiti u postavkama.",
        ...(stock
          ? [
              "Dodirni kup za izvlačenje da izvučeš karte; kad je prazan, dodirom se odlagalište vraća u njega.",
            ]
          : []),
        "Potez protiv pravila ništa ne mijenja, a ploča kaže koje ga pravilo zabranjuje.",
      ],
    },
    {
      keys: [
        [["←", "→", "↑", "↓"], "od hrpe do hrpe; u stupcu za izbor više ili manje karata"],
        [["Enter"], "podigni karte, zatim ih spusti"],
        ...(stock ? [stockKey] : []),
        [["F"], "pošalji kartu na temelj"],
        [["Z"], "poništi"],
        [["Esc"], "vrati podignute karte"],
        [["1", "…", "8"], "idi na stupac"],
        [["?"], "prikaži sve tipke"],
      ],
    },
  ],
});

const score = (rows: readonly (readonly [string, string])[], more: readonly string[]): Section => ({
  id: "score",
  title: "Bodovanje",
  blocks: [{ points: rows }, { list: more }],
});

const onceEach =
  "Svaka karta svaku vrstu bodova donosi samo jednom u partiji. Poništavanje ih oduzima, a karta ih tada može ponovno donijeti.";
const neverBelow =
  "Bodovi počinju od 0 i nikada ne padaju ispod toga: uz 40 bodova ponovno punjenje kupa stoji samo tih 40.";

const building: readonly string[] = [
  "Na stupac ide karta koja je točno za jedan niža od njegove posljednje karte i suprotne boje: crvena sedmica na crnu osmicu.",
  "Na temelj ide sljedeća karta iste boje (pik, herc, karo ili tref): najprije as, zatim 2 i tako do kralja, po jedna karta.",
  "Gornja karta temelja smije se vratiti na stupac na koji pristaje, bez bodova.",
];

const stockBlocks: readonly Block[] = [
  { p: "Dodirom kupa za izvlačenje karte se okreću na odlagalište. Igra se samo gornja karta odlagališta." },
];

export const rules: RulesText = {
  lead: "Tri pasijansa, svaki s jednim špilom od 52 karte. Cilj je uvijek isti: složiti sve karte na četiri temelja, od asa do kralja, svaku boju zasebno.",
  pages: "Stranice s pravilima",
  overview: "Pregled",
  contents: "Na ovoj stranici",
  compare: {
    title: "Koju igru odabrati?",
    labels: ["Stupci", "Pokraj njih", "Na prazan stupac ide", "Što traži od tebe"],
    games: {
      KL: {
        facts: [
          "7, otkrivena je samo posljednja karta u svakom",
          "kup od 24 karte",
          "kralj",
          "malo sreće; najbolji za početak",
        ],
        link: "Kako se igra Klondike",
      },
      TF: {
        facts: [
          "7, sve su karte otkrivene",
          "kup od 24 karte",
          "kralj",
          "planiranje: Klondike s otkrivenim stupcima",
        ],
        link: "Kako se igra Solitaire Réfléchi",
      },
      FC: {
        facts: [
          "8, sve su karte otkrivene",
          "4, 2 ili 1 ćelija, svaka za jednu kartu",
          "bilo koja karta",
          "samo razmišljanje: ništa nije skriveno",
        ],
        link: "Kako se igra FreeCell",
      },
    },
  },
  shared: [
    {
      id: "shared",
      title: "Što im je zajedničko",
      blocks: [
        { list: building },
        {
          p: "Niz su karte na kraju stupca od kojih je svaka za jedan niža od one na kojoj leži, crvena i crna naizmjence. Premješta se odjednom. Poredak od najniže do najviše karte: as, 2 do 10, dečko, dama, kralj.",
        },
        { p: "Svako dijeljenje ima svoj kod. Tko ga upiše, dobiva potpuno iste karte." },
      ],
    },
    controls(true),
    results(
      "FreeCell se igra po poretku Prvi na cilju, a ostale dvije igre po poretku Bodovi i vrijeme, osim ako soba određuje drukčije:",
    ),
  ],
  games: {
    TF: {
      lead: "Klondike sa svim stupcima licem prema gore. Vidiš što dolazi, pa se isplati razmisliti.",
      sections: [
        {
          id: "layout",
          title: "Postavljanje",
          blocks: [
            {
              list: [
                "7 stupaca s 1, 2, 3, 4, 5, 6 i 7 karata, sve licem prema gore.",
                "Ostale 24 karte čine kup za izvlačenje, licem prema dolje. Pokraj njega je mjesto za odlagalište.",
                "4 temelja, po jedan za svaku boju, na početku prazna.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Potezi",
          blocks: [
            { list: building },
            {
              example: {
                id: "tf-colours",
                title: "Crvena na crnu",
                task: "Pokušaj staviti herc sedmicu na karo osmicu. Zatim je stavi na tref osmicu.",
                done: "Crvena na crnu i za jedan niža: to pristaje.",
              },
            },
            {
              p: "Karta iz sredine stupca premješta se zajedno sa svim kartama na njoj, ako su one niz. To što kartu vidiš ne znači da se može premjestiti.",
            },
            {
              example: {
                id: "tf-run",
                title: "Samo po redu",
                task: "Pokušaj premjestiti tref devetku, sa svime što leži na njoj, na karo desetku. Najprije se moraju maknuti petica i četvorka: prima ih herc šestica.",
                done: "Devetka i osmica sada su bile niz i prešle su zajedno.",
              },
            },
            { p: "Na prazan stupac smije samo kralj, sam ili s nizom koji leži na njemu." },
            {
              example: {
                id: "tf-king",
                title: "Mjesto za kralja",
                task: "Pokušaj staviti karo damu na prazan stupac. Zatim onamo premjesti herc kralja.",
                done: "Kralj je došao i poveo svoju damu.",
              },
            },
          ],
        },
        {
          id: "stock",
          title: "Kup za izvlačenje",
          blocks: [
            ...stockBlocks,
            {
              list: [
                "Izvlačenje po 1, lakše: po jedna karta.",
                "Izvlačenje po 3, teže: po tri karte odjednom, raširene. Kad se odigra gornja, oslobađa se ona ispod nje.",
                "Kad je kup prazan, dodirni ga: cijelo se odlagalište vraća licem prema dolje, u istom redoslijedu. To smiješ koliko god puta želiš, ali svaki put stoji 100 bodova.",
              ],
            },
            {
              example: {
                id: "tf-stock",
                title: "Cijena novog prolaza",
                task: "Pošalji pik peticu na temelj za 10 bodova. Zatim dodirni prazan kup i izvuci kartu.",
                done: "Tih 10 bodova više nema, a karte dolaze istim redom.",
              },
            },
          ],
        },
        score(
          [
            ["Karta dolazi na svoj temelj", "+10"],
            ["Karta s odlagališta ide na stupac", "+5"],
            ["Odlagalište se vraća u kup", "−100"],
            ["Svaki drugi potez", "0"],
          ],
          [onceEach, neverBelow],
        ),
        undoAndEnd(true),
        results("ovdje su to Bodovi i vrijeme, osim ako soba određuje drukčije:"),
        controls(true),
      ],
    },
    FC: {
      lead: "Sve su karte otkrivene od početka. U nekoliko ćelija možeš skloniti ono što smeta.",
      sections: [
        {
          id: "layout",
          title: "Postavljanje",
          blocks: [
            {
              list: [
                "8 stupaca, četiri sa 7 karata i četiri sa 6, sve licem prema gore. Kupa za izvlačenje nema.",
                "4 ćelije, na početku prazne. S 2 ćelije ili samo jednom igra je teža.",
                "4 temelja, po jedan za svaku boju, na početku prazna.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Potezi",
          blocks: [
            { list: [...building, "Na prazan stupac ide bilo koja karta ili niz."] },
            {
              example: {
                id: "fc-home",
                title: "Jedna za drugom",
                task: "Pokušaj poslati herc šesticu na temelj. Zatim najprije pošalji peticu, a onda šesticu i sedmicu.",
                done: "5, 6, 7: svaka se boja slaže po redu.",
              },
            },
            {
              p: "U ćeliju stane jedna karta. Onamo smije posljednja karta bilo kojeg stupca, a odande ide kamo pristaje.",
            },
            {
              example: {
                id: "fc-cells",
                title: "S puta!",
                task: "Pik dečko leži na herc dečku. Pokušaj ga staviti u ćeliju u kojoj je karo dama, a zatim u praznu. Onda pošalji herc dečka na temelj.",
                done: "Put za herc dečka bio je slobodan.",
              },
            },
          ],
        },
        {
          id: "runs",
          title: "Koliko dug smije biti niz",
          blocks: [
            {
              p: "Niz se premješta odjednom, kao da karta po karta prolazi kroz prazne ćelije i stupce. Zato o njima ovisi koliko karata smije imati: broj praznih ćelija plus jedan, a za svaki prazan stupac dvostruko više.",
            },
            {
              table: {
                caption: "Najviše karata koje prelaze na drugi stupac",
                head: ["Prazne ćelije", "bez praznog stupca", "1 prazan stupac", "2 prazna stupca"],
                rows: [
                  [0, 1, 2, 4],
                  [1, 2, 4, 8],
                  [2, 3, 6, 12],
                  [3, 4, 8, 16],
                  [4, 5, 10, 20],
                ],
              },
            },
            {
              p: "Ide li niz na prazan stupac, taj se stupac ne broji. S 4 prazne ćelije i jednim praznim stupcem na zauzet stupac smije prijeći 10 karata, a na prazan samo 5.",
            },
            {
              example: {
                id: "fc-run",
                title: "Jedna ćelija više",
                task: "Tri su ćelije prazne pa smiju prijeći četiri karte. Pokušaj svih pet, od pik dame nadolje, staviti na herc kralja. Zatim isprazni ćeliju: herc dama ide na pik kralja.",
                done: "S četiri prazne ćelije smije prijeći pet karata.",
              },
            },
            {
              example: {
                id: "fc-empty",
                title: "Prazan stupac vrijedi dvostruko",
                task: "Prazni su jedna ćelija i jedan stupac. Četiri karte od karo dečka nadolje pokušaj premjestiti na prazan stupac, a zatim na tref damu.",
                done: "Na zauzet stupac smiju prijeći četiri karte, na prazan samo dvije.",
              },
            },
          ],
        },
        score(
          [
            ["Karta dolazi na svoj temelj", "+10"],
            ["Karta iz ćelije ide na stupac", "+5"],
            ["Svaki drugi potez", "0"],
          ],
          [onceEach],
        ),
        undoAndEnd(false),
        results("ovdje je to Prvi na cilju, osim ako soba određuje drukčije:"),
        controls(false),
      ],
    },
    KL: {
      lead: "Klasik koji mnogi zovu jednostavno pasijans: većina karata leži zatvorena, a ti ih otkrivaš.",
      sections: [
        {
          id: "layout",
          title: "Postavljanje",
          blocks: [
            {
              list: [
                "7 stupaca s 1, 2, 3, 4, 5, 6 i 7 karata. Licem prema gore leži samo posljednja karta svakog stupca.",
                "Ostale 24 karte čine kup za izvlačenje, licem prema dolje. Pokraj njega je mjesto za odlagalište.",
                "4 temelja, po jedan za svaku boju, na početku prazna.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Potezi",
          blocks: [
            { list: building },
            { p: "Kad posljednja otkrivena karta ode iz stupca, zatvorena karta ispod nje odmah se okreće." },
            {
              example: {
                id: "kl-turn",
                title: "Što je ispod?",
                task: "Stavi karo sedmicu na pik osmicu. Zatim ono što se okrene pošalji na temelj.",
                done: "Svaka karta koja se okrenula donijela je 5 bodova.",
              },
            },
            { p: "Niz otkrivenih karata premješta se odjednom. Možeš uzeti i samo njegov dio." },
            {
              example: {
                id: "kl-run",
                title: "Sve ili samo dio",
                task: "Premjesti cijeli niz na tref damu. Počni ispočetka i premjesti samo desetku i devetku, na herc dečka.",
                done: "Pristajati mora prva karta koju uhvatiš.",
              },
            },
            { p: "Na prazan stupac smije samo kralj, sam ili s nizom koji leži na njemu." },
          ],
        },
        {
          id: "stock",
          title: "Kup za izvlačenje",
          blocks: [
            ...stockBlocks,
            {
              list: [
                "Izvlačenje po 3, uobičajeno: po tri karte odjednom, raširene. Kad se odigra gornja, oslobađa se ona ispod nje.",
                "Izvlačenje po 1, lakše: po jedna karta.",
                "Kad je kup prazan, dodirni ga: cijelo se odlagalište vraća licem prema dolje, u istom redoslijedu, za 100 bodova manje.",
                "Obično kroz kup smiješ proći koliko god puta želiš. Soba može dopustiti samo tri prolaza ili jedan.",
              ],
            },
            {
              example: {
                id: "kl-fan",
                title: "Posljednja prva",
                task: "Dodirni kup. Stavi pik devetku na herc desetku, a osmicu koja se oslobodila na devetku.",
                done: "Oslobađala se karta po karta.",
              },
            },
            {
              example: {
                id: "kl-passes",
                title: "Samo jedan prolaz",
                task: "Ovdje je dopušten jedan prolaz. Izvlači dok se kup ne isprazni, a zatim ga dodirni još jednom.",
                done: "Kup je prazan. Sada ga dodirni još jednom.",
              },
            },
          ],
        },
        score(
          [
            ["Karta dolazi na svoj temelj", "+10"],
            ["Karta s odlagališta ide na stupac", "+5"],
            ["Zatvorena karta se okreće", "+5"],
            ["Odlagalište se vraća u kup", "−100"],
            ["Svaki drugi potez", "0"],
          ],
          [onceEach, neverBelow],
        ),
        undoAndEnd(true),
        results("ovdje su to Bodovi i vrijeme, osim ako soba određuje drukčije:"),
        controls(true),
      ],
    },
  },
  example: {
    label: "Isprobaj",
    startAgain: "Ispočetka",
    undo: "Poništi",
    score: "Bodovi",
    over: "To je dopušteno. Primjer ovdje završava: poništi ili počni ispočetka.",
    explanationsOff: "Objašnjenja odbijenih poteza isključena su u postavkama.",
    board: (title) => `Ploča primjera „${title}”`,
  },
};
