// A card is a number: 0 to 51, suit by suit in the order S H D C, ace to king.

export type Card = number;

/** hidden stands in a pile for a card whose face is not known. */
export const hidden = -1;

export const suits = "SHDC";
export const ranks = "A23456789TJQK";

/** suitOf gives 0 to 3 for S H D C. */
export const suitOf = (card: Card): number => Math.floor(card / 13);

/** rankOf gives 1 to 13 for A to K. */
export const rankOf = (card: Card): number => (card % 13) + 1;

export const isRed = (card: Card): boolean => suitOf(card) === 1 || suitOf(card) === 2;

export const cardOf = (suit: number, rank: number): Card => suit * 13 + rank - 1;

/** cardName writes a card as the wire does: 7H, TS. */
export const cardName = (card: Card): string => ranks.charAt(rankOf(card) - 1) + suits.charAt(suitOf(card));

/** parseCard reads a card as the wire writes it, <?> being hidden. */
export function parseCard(text: string): Card {
  if (text === "<?>") return hidden;
  const rank = ranks.indexOf(text.charAt(0)) + 1;
  const suit = suits.indexOf(text.charAt(1));
  if (text.length !== 2 || rank < 1 || suit < 0) throw new Error(`"${text}" is no card: want 7H, TS or <?>`);
  return cardOf(suit, rank);
}

/** parsePile reads a pile as the wire writes it, from its bottom card up. */
export const parsePile = (text: string): Card[] => (text === "" ? [] : text.split(" ").map(parseCard));
