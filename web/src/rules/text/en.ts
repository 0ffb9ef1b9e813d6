import type { Block, RulesText, Section } from "./text";

const undoAndEnd = (stock: boolean): Section => ({
  id: "end",
  title: "Undo and the end",
  blocks: [
    { p: "You win when all 52 cards are on the foundations." },
    {
      list: [
        "Nothing moves by itself: no card goes home unless you send it.",
        "Undo takes back up to 100 actions, with their points. The count of moves does not go down.",
        stock
          ? "“No moves left” appears when nothing useful can be done any more, but only once you have been through the whole stock. It does not end the game: undo, or resign."
          : "“No moves left” appears when nothing useful can be done any more. It does not end the game: undo, or resign.",
      ],
    },
  ],
});

const results = (preset: string): Section => ({
  id: "results",
  title: "Who wins a race",
  blocks: [
    {
      p: `Everyone plays the same deal, each on a board of their own. A room has one of two orders; ${preset}`,
    },
    {
      list: [
        "Score and time: finished games first, then the higher score, then the shorter time, then fewer moves.",
        "First home: finished games first, the quickest at the top; equal times go by score, then by fewer moves. Unfinished games follow, by score, then by time.",
      ],
    },
    {
      p: "The time of an unfinished game counts up to the last action that changed its score. Whoever made no move at all comes last.",
    },
  ],
});

const stockKey = [["Space"], "draw from the stock"] as const;

const controls = (stock: boolean): Section => ({
  id: "controls",
  title: "By finger, mouse and keyboard",
  blocks: [
    {
      list: [
        "Drag a card, or a run by its first card, to where it is to go.",
        "Or tap the card, then the pile it is to go to.",
        "One tap on the last card of a column, on the waste or on a cell sends that card home if it fits there.",
        "A double tap sends a card home or, if it does not fit there, to the longest column that takes it, then to an empty column, then to an empty cell. You can switch this off in the settings.",
        ...(stock ? ["Tap the stock to draw; when it is empty, tap it to turn the waste back over."] : []),
        "A move against the rules changes nothing, and the board says which rule forbids it.",
      ],
    },
    {
      keys: [
        [["←", "→", "↑", "↓"], "go from pile to pile; in a column, choose more or fewer cards"],
        [["Enter"], "lift the cards, then put them down"],
        ...(stock ? [stockKey] : []),
        [["F"], "send the card home"],
        [["Z"], "undo"],
        [["Esc"], "put lifted cards back"],
        [["1", "…", "8"], "go to a column"],
        [["?"], "show all keys"],
      ],
    },
  ],
});

const score = (rows: readonly (readonly [string, string])[], more: readonly string[]): Section => ({
  id: "score",
  title: "Score",
  blocks: [{ points: rows }, { list: more }],
});

const onceEach =
  "A card earns each kind of points only once in a game. Undo takes them back, and the card can earn them again.";
const neverBelow =
  "The score begins at 0 and never falls below it: a turned stock at 40 points costs just those 40.";

const building: readonly string[] = [
  "On a column goes a card that is exactly one lower than its last card and of the other colour: a red 7 on a black 8.",
  "On a foundation goes the next card of its suit: ace first, then 2, and so on to the king, one card at a time.",
  "The top card of a foundation may go back to a column where it fits, without points.",
];

const stockBlocks: readonly Block[] = [
  { p: "Tap the stock to turn cards onto the waste. Only the top card of the waste can be played." },
];

export const rules: RulesText = {
  lead: "Three games of patience, each with one deck of 52 cards. The goal is always the same: bring every card home, onto four foundations, from ace to king and suit by suit.",
  pages: "Pages of the rules",
  overview: "Overview",
  contents: "On this page",
  compare: {
    title: "Which game?",
    labels: ["Columns", "Beside them", "An empty column takes", "What it asks of you"],
    games: {
      KL: {
        facts: [
          "7, only the last card of each face up",
          "a stock of 24 cards",
          "a king",
          "a little luck; the best one to begin with",
        ],
        link: "How to play Klondike",
      },
      TF: {
        facts: [
          "7, every card face up",
          "a stock of 24 cards",
          "a king",
          "planning: Klondike with open columns",
        ],
        link: "How to play Solitaire Réfléchi",
      },
      FC: {
        facts: [
          "8, every card face up",
          "4, 2 or 1 cells for one card each",
          "any card",
          "thought alone: nothing is hidden",
        ],
        link: "How to play FreeCell",
      },
    },
  },
  shared: [
    {
      id: "shared",
      title: "What all three share",
      blocks: [
        { list: building },
        {
          p: "A run is a row of cards at the end of a column in which each is one lower than the card it lies on, red and black by turns. It moves as one. From low to high the ranks are ace, 2 to 10, jack, queen, king.",
        },
        { p: "Every deal has a code. Whoever enters it gets exactly the same cards." },
      ],
    },
    controls(true),
    results(
      "FreeCell is played for First home and the others for Score and time, unless the room says otherwise:",
    ),
  ],
  games: {
    TF: {
      lead: "Klondike with every column face up. You see what is coming, so it pays to think.",
      sections: [
        {
          id: "layout",
          title: "Layout",
          blocks: [
            {
              list: [
                "7 columns of 1, 2, 3, 4, 5, 6 and 7 cards, all face up.",
                "The other 24 cards are the stock, face down. Beside it is room for the waste.",
                "4 foundations, one for each suit, empty at first.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Moves",
          blocks: [
            { list: building },
            {
              example: {
                id: "tf-colours",
                title: "Red on black",
                task: "Try to put the 7 of hearts on the 8 of diamonds. Then put it on the 8 of clubs.",
                done: "Red on black, and one lower: that fits.",
              },
            },
            {
              p: "A card from the middle of a column moves together with all cards on it, if they are a run. That you see a card does not mean that it can move.",
            },
            {
              example: {
                id: "tf-run",
                title: "Only in order",
                task: "Try to move the 9 of clubs, with all that lies on it, to the 10 of diamonds. First the 5 and the 4 have to go: the 6 of hearts takes them.",
                done: "Now 9 and 8 were a run of their own, and moved as one.",
              },
            },
            { p: "An empty column takes only a king, alone or with the run on it." },
            {
              example: {
                id: "tf-king",
                title: "Room for a king",
                task: "Try to put the queen of diamonds in the empty column. Then move the king of hearts there.",
                done: "The king came, and brought his queen along.",
              },
            },
          ],
        },
        {
          id: "stock",
          title: "Stock",
          blocks: [
            ...stockBlocks,
            {
              list: [
                "Draw 1, the easier way: one card at a time.",
                "Draw 3, the harder way: three at a time, fanned out. Once the top one is played, the one under it is free.",
                "When the stock is empty, tap it: the whole waste goes back face down, in the same order. You may do so as often as you like, but each time costs 100 points.",
              ],
            },
            {
              example: {
                id: "tf-stock",
                title: "The price of another pass",
                task: "Send the 5 of spades home for 10 points. Then tap the empty stock, and draw.",
                done: "The 10 points are gone, and the cards come again in the same order.",
              },
            },
          ],
        },
        score(
          [
            ["A card goes home to its foundation", "+10"],
            ["A card goes from the waste to a column", "+5"],
            ["The waste is turned back into the stock", "−100"],
            ["Any other move", "0"],
          ],
          [onceEach, neverBelow],
        ),
        undoAndEnd(true),
        results("here it is Score and time, unless the room says otherwise:"),
        controls(true),
      ],
    },
    FC: {
      lead: "All cards lie open from the start. A few cells hold what is in your way.",
      sections: [
        {
          id: "layout",
          title: "Layout",
          blocks: [
            {
              list: [
                "8 columns, four of 7 cards and four of 6, all face up. There is no stock.",
                "4 cells, empty at first. With 2 cells or only 1 the game is harder.",
                "4 foundations, one for each suit, empty at first.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Moves",
          blocks: [
            { list: [...building, "An empty column takes any card, or a run."] },
            {
              example: {
                id: "fc-home",
                title: "One after the other",
                task: "Try to send the 6 of hearts home. Then send the 5 first, and after it the 6 and the 7.",
                done: "5, 6, 7: each suit goes home in its order.",
              },
            },
            {
              p: "A cell holds one card. Any last card of a column may go there, and from there to where it fits.",
            },
            {
              example: {
                id: "fc-cells",
                title: "Out of the way",
                task: "The jack of spades lies on the jack of hearts. Try to put it in the cell with the queen of diamonds, then in the empty one. Then send the jack of hearts home.",
                done: "The way was clear for the jack of hearts.",
              },
            },
          ],
        },
        {
          id: "runs",
          title: "How long a run may be",
          blocks: [
            {
              p: "A run moves in one go, as if card by card through the empty cells and columns. So those decide how many cards it may have: the empty cells plus one, and twice as many for each empty column.",
            },
            {
              table: {
                caption: "The most cards that move to another column",
                head: ["Empty cells", "no empty column", "1 empty column", "2 empty columns"],
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
              p: "If the run goes to an empty column, that column itself does not count. With 4 empty cells and one empty column, 10 cards may go to an occupied column but only 5 to the empty one.",
            },
            {
              example: {
                id: "fc-run",
                title: "One cell more",
                task: "Three cells are empty: four cards may move. Try all five, from the queen of spades down, on the king of hearts. Then empty the cell: the queen of hearts goes on the king of spades.",
                done: "With four empty cells five cards may move.",
              },
            },
            {
              example: {
                id: "fc-empty",
                title: "An empty column counts double",
                task: "One cell and one column are empty. Try to move the four cards from the jack of diamonds down to the empty column, then to the queen of clubs.",
                done: "Four cards may go to an occupied column, to the empty one only two.",
              },
            },
          ],
        },
        score(
          [
            ["A card goes home to its foundation", "+10"],
            ["A card goes from a cell to a column", "+5"],
            ["Any other move", "0"],
          ],
          [onceEach],
        ),
        undoAndEnd(false),
        results("here it is First home, unless the room says otherwise:"),
        controls(false),
      ],
    },
    KL: {
      lead: "The classic that many simply call solitaire: most cards lie face down, and you bring them to light.",
      sections: [
        {
          id: "layout",
          title: "Layout",
          blocks: [
            {
              list: [
                "7 columns of 1, 2, 3, 4, 5, 6 and 7 cards. Only the last card of each lies face up.",
                "The other 24 cards are the stock, face down. Beside it is room for the waste.",
                "4 foundations, one for each suit, empty at first.",
              ],
            },
          ],
        },
        {
          id: "moves",
          title: "Moves",
          blocks: [
            { list: building },
            {
              p: "When the last face-up card leaves a column, the face-down card under it turns up at once.",
            },
            {
              example: {
                id: "kl-turn",
                title: "What lies beneath?",
                task: "Put the 7 of diamonds on the 8 of spades. Then send what turns up home.",
                done: "Each card that turned up earned 5 points.",
              },
            },
            { p: "A run of face-up cards moves as one. You may also take only a part of it." },
            {
              example: {
                id: "kl-run",
                title: "All of it or a part",
                task: "Move the whole run to the queen of clubs. Start again, and move only the 10 and the 9, to the jack of hearts.",
                done: "The first card you take hold of has to fit.",
              },
            },
            { p: "An empty column takes only a king, alone or with the run on it." },
          ],
        },
        {
          id: "stock",
          title: "Stock",
          blocks: [
            ...stockBlocks,
            {
              list: [
                "Draw 3, as is usual: three cards at a time, fanned out. Once the top one is played, the one under it is free.",
                "Draw 1, the easier way: one card at a time.",
                "When the stock is empty, tap it: the whole waste goes back face down, in the same order, for 100 points less.",
                "Usually you may go through the stock as often as you like. A room may allow only three passes, or one.",
              ],
            },
            {
              example: {
                id: "kl-fan",
                title: "The last one first",
                task: "Tap the stock. Put the 9 of spades on the 10 of hearts, and the 8 that is free now on the 9.",
                done: "One card after the other came free.",
              },
            },
            {
              example: {
                id: "kl-passes",
                title: "Only one pass",
                task: "Here one pass is allowed. Draw until the stock is empty, then tap it once more.",
                done: "The stock is empty. Now tap it once more.",
              },
            },
          ],
        },
        score(
          [
            ["A card goes home to its foundation", "+10"],
            ["A card goes from the waste to a column", "+5"],
            ["A face-down card turns up", "+5"],
            ["The waste is turned back into the stock", "−100"],
            ["Any other move", "0"],
          ],
          [onceEach, neverBelow],
        ),
        undoAndEnd(true),
        results("here it is Score and time, unless the room says otherwise:"),
        controls(true),
      ],
    },
  },
  example: {
    label: "Try it",
    startAgain: "Start again",
    undo: "Undo",
    score: "Score",
    over: "That is allowed. The example ends here: undo, or start again.",
    explanationsOff: "Explanations of refused moves are switched off in your settings.",
    board: (title) => `Board of the example “${title}”`,
  },
};
