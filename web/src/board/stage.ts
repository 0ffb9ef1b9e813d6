import type { Spot } from "../table/layout";

/** Above all cards that rest, and below what is dragged. */
const raised = 1000;
const inHand = 2000;

interface Actor {
  readonly element: HTMLElement;
  spot: Spot | null;
  raised: boolean;
}

/**
 * Stage puts the cards' elements where they belong. It alone writes their positions, so that a dragged card
 * follows the pointer without anything being computed anew, and a move touches only what it moves.
 */
export class Stage {
  readonly #actors: Actor[] = [];
  #inHand: readonly number[] = [];
  #settling: ReturnType<typeof setTimeout> | undefined;

  add(id: number, element: HTMLElement): void {
    this.#actors[id] = { element, spot: null, raised: false };
  }

  /** place moves the cards to their spots, in the given ms; those in hand stay there. */
  place(spots: readonly Spot[], ms: number): void {
    spots.forEach((spot, id) => {
      const actor = this.#actors[id];
      if (actor === undefined) return;
      const before = actor.spot;
      actor.spot = spot;
      if (this.#inHand.includes(id)) return;
      const moves = before === null || before.x !== spot.x || before.y !== spot.y;
      if (moves) actor.element.style.transform = at(spot.x, spot.y);
      if (moves || before.z !== spot.z) this.#layer(actor, spot, moves && before !== null && ms > 0);
      if (before !== null && before.faceUp !== spot.faceUp && ms > 0) turn(actor.element, ms);
    });
    this.#settleIn(ms);
  }

  /** lift takes cards in hand. */
  lift(ids: readonly number[]): void {
    this.#inHand = ids;
    for (const [i, actor] of this.#held()) {
      actor.element.classList.add("in-hand");
      actor.element.style.zIndex = String(inHand + i);
    }
  }

  /** drag shows the cards in hand this far from their spots. */
  drag(dx: number, dy: number): void {
    for (const [, actor] of this.#held()) {
      if (actor.spot) actor.element.style.transform = at(actor.spot.x + dx, actor.spot.y + dy);
    }
  }

  /** release lets the cards in hand go to their spots from where they are. */
  release(ms: number): void {
    for (const [, actor] of this.#held()) {
      actor.element.classList.remove("in-hand");
      if (!actor.spot) continue;
      actor.element.style.transform = at(actor.spot.x, actor.spot.y);
      this.#layer(actor, actor.spot, ms > 0);
    }
    this.#inHand = [];
    this.#settleIn(ms);
  }

  get elements(): readonly HTMLElement[] {
    return this.#actors.map((actor) => actor.element);
  }

  stop(): void {
    clearTimeout(this.#settling);
  }

  *#held(): Generator<[number, Actor]> {
    for (const [i, id] of this.#inHand.entries()) {
      const actor = this.#actors[id];
      if (actor) yield [i, actor];
    }
  }

  #layer(actor: Actor, spot: Spot, up: boolean): void {
    actor.raised = up;
    actor.element.style.zIndex = String(spot.z + (up ? raised : 0));
  }

  /** Cards that have arrived lie among the others again. */
  #settleIn(ms: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), ms + 20);
  }

  #settle(): void {
    for (const [id, actor] of this.#actors.entries()) {
      if (actor.raised && actor.spot && !this.#inHand.includes(id)) this.#layer(actor, actor.spot, false);
    }
  }
}

const at = (x: number, y: number): string => `translate3d(${x}px, ${y}px, 0)`;

/** turn shows a card turning over: its face is another one already, and opens from the middle. */
function turn(element: HTMLElement, ms: number): void {
  element.firstElementChild?.animate(
    { transform: ["scaleX(0.1)", "none"] },
    { duration: ms, easing: "ease-out" },
  );
}
