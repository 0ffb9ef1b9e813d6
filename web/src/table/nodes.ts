import { type Card, hidden } from "./card";
import { cardsOf, pilesOf, stockPile, wastePile } from "./pile";
import type { PileId, Table } from "./table";

/** A Node is one of the 52 things on the screen that show cards, and where its card lies. */
export interface Node {
  readonly id: number;
  readonly card: Card;
  readonly pile: PileId;
  /** From the pile's bottom card, 0. */
  readonly index: number;
}

type Place = Omit<Node, "id">;

const deckSize = 52;

/** Before a first table each node stands for the card of its number, and all lie in the stock. */
const unplaced: readonly Node[] = Array.from({ length: deckSize }, (_, id) => ({
  id,
  card: id,
  pile: stockPile,
  index: id,
}));

/**
 * placeNodes gives each of a table's 52 cards a node, by id. A card that is known before and now keeps
 * its node. The other cards take the nodes left: that of the same place, so that a card turns up where it
 * lies, else one of the same pile, else one from the stock, else any.
 */
export function placeNodes(table: Table, before: readonly Node[] | null): readonly Node[] {
  const left = new Left(before ?? unplaced);
  const placed: Node[] = [];
  let places = placesOf(table);
  if (places.length !== deckSize) throw new Error(`a table of ${places.length} cards: want ${deckSize}`);
  for (const take of [left.byCard, left.byPlace, left.byPile, left.next]) {
    places = places.filter((place) => {
      const id = take(place);
      if (id !== undefined) placed.push({ id, ...place });
      return id === undefined;
    });
  }
  return placed.sort((a, b) => a.id - b.id);
}

function placesOf(table: Table): Place[] {
  return pilesOf(table.variant).flatMap((pile) =>
    cardsOf(table, pile).map((card, index) => ({ card, pile, index })),
  );
}

/** Left holds the nodes that have no place yet. Each way to take one gives its id. */
class Left {
  private readonly nodes: Map<number, Node>;
  private readonly ofCard: Map<Card, Node>;
  private readonly ofPlace: Map<string, Node>;

  constructor(before: readonly Node[]) {
    const sorted = [...before].sort(takingOrder);
    this.nodes = new Map(sorted.map((node) => [node.id, node]));
    this.ofCard = new Map(sorted.map((node) => [node.card, node]));
    this.ofPlace = new Map(sorted.map((node) => [node.pile + node.index, node]));
  }

  byCard = (place: Place) => (place.card === hidden ? undefined : this.take(this.ofCard.get(place.card)));

  byPlace = (place: Place) => this.take(this.ofPlace.get(place.pile + place.index));

  byPile = (place: Place) => this.take(this.first((node) => node.pile === place.pile));

  next = () => this.take(this.first(() => true));

  private first(wanted: (node: Node) => boolean): Node | undefined {
    for (const node of this.nodes.values()) if (wanted(node)) return node;
    return undefined;
  }

  private take(node: Node | undefined): number | undefined {
    return node !== undefined && this.nodes.delete(node.id) ? node.id : undefined;
  }
}

/**
 * takingOrder has the stock first and then the waste, both from the top: the stock's top card is drawn
 * first and lies lowest, and a waste is turned over as a whole.
 */
function takingOrder(a: Node, b: Node): number {
  const byPile = pileOrder(a.pile) - pileOrder(b.pile);
  if (byPile !== 0) return byPile;
  return pileOrder(a.pile) < 2 ? b.index - a.index : a.id - b.id;
}

const pileOrder = (pile: PileId): number => (pile === stockPile ? 0 : pile === wastePile ? 1 : 2);
