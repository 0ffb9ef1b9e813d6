import { parseCard, parsePile } from "../table/card";
import { parseVariant, type Table } from "../table/table";

const start = { score: 0, moves: 0, redeals: 0, undoable: 0, won: false, noMoves: false };

/** A game of Klondike after its first draw. */
export const klondike: Table = {
  ...start,
  variant: parseVariant("KL1-D3N"),
  columns: [
    "5D",
    "<?> 2H",
    "<?> <?> JS",
    "<?> <?> <?> TC",
    "<?> <?> <?> <?> QD",
    "<?> <?> <?> <?> <?> 3D",
    "<?> <?> <?> <?> <?> <?> 8C",
  ].map(parsePile),
  cells: [],
  waste: parsePile("JH JC 7C"),
  stock: 21,
  foundations: [0, 0, 0, 0],
  moves: 1,
  undoable: 1,
};

/** A game of FreeCell with one card in a cell. */
export const freeCell: Table = {
  ...start,
  variant: parseVariant("FC1-C4"),
  columns: [
    "7H 5D 2D 8D TC 2H",
    "2C AD 8H 3H 9H 6S KH",
    "QC 6C 2S JS 3C KS 9C",
    "3S AC 6D KC 8C 4C 7D",
    "4H 6H JD TS TD QD",
    "AH 5C QS 9S 9D 7C",
    "JH TH JC 5H 4D 3D",
    "QH KD 7S AS 5S 4S",
  ].map(parsePile),
  cells: [parseCard("8S"), null, null, null],
  waste: [],
  stock: 0,
  foundations: [0, 0, 0, 0],
};
