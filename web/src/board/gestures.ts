/** A pointer's event, as far as gestures look at it. */
export interface Point {
  readonly pointerId: number;
  readonly pointerType: string;
  /** Whether it is the first of its kind that is down: of fingers, the first. */
  readonly isPrimary: boolean;
  readonly clientX: number;
  readonly clientY: number;
  readonly timeStamp: number;
}

/** Hand is what gestures are made with: the board, which knows what lies under a point. */
export interface Hand<Hit> {
  /** What is under the point; null: nothing that gestures are for. */
  hit(point: Point): Hit | null;
  /** Lifts the cards from where the press began; false: nothing there can be lifted. */
  lift(hit: Hit): boolean;
  /** Moves what was lifted to this far from where it lay. */
  drag(dx: number, dy: number): void;
  drop(hit: Hit, dx: number, dy: number): void;
  /** What was lifted goes back: the gesture came to nothing. */
  putBack(hit: Hit): void;
  tap(hit: Hit, point: Point): void;
  /** The pointer has rested on the same place for a while. True: that shows something, and a long look is no tap. */
  rest(hit: Hit): boolean;
}

type State<Hit> =
  | { at: "idle" }
  | { at: "pressed"; hit: Hit; start: Point; timer: ReturnType<typeof setTimeout>; rested: boolean }
  | { at: "dragging"; hit: Hit; start: Point; farthest: number }
  /** Came to nothing; waits for the pointer to go up. */
  | { at: "spent"; pointerId: number };

/** How far a pointer may slide in a tap. A finger is not as steady as a mouse. */
const steadiness = (point: Point): number => (point.pointerType === "mouse" ? 5 : 10);

/** A drag that never left this many times the steadiness and ends where it began was meant as a tap. */
const wobble = 2.5;

const restMs = 350;

/** From when on a press that shows something was to look at it. Some people's taps are slow. */
const lookMs = 800;

/**
 * Gestures tells presses, drags and taps apart. There is one gesture at a time: a second pointer ends the
 * first one's, and nothing that goes wrong leaves cards in the air.
 */
export class Gestures<Hit> {
  readonly #hand: Hand<Hit>;
  #state: State<Hit> = { at: "idle" };

  constructor(hand: Hand<Hit>) {
    this.#hand = hand;
  }

  get dragging(): boolean {
    return this.#state.at === "dragging";
  }

  /** down begins a gesture; true: the pointer's further events are wanted. */
  down(point: Point): boolean {
    // A first finger tells that those before have gone, though nothing was heard of it.
    if (this.#state.at === "spent" && point.isPrimary) this.#state = { at: "idle" };
    if (this.#state.at !== "idle") {
      this.cancel();
      return false;
    }
    const hit = this.#hand.hit(point);
    if (hit === null) return false;
    this.#state = {
      at: "pressed",
      hit,
      start: point,
      timer: this.#restTimer(point.pointerId),
      rested: false,
    };
    return true;
  }

  #restTimer(pointerId: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const state = this.#state;
      if (state.at === "pressed" && state.start.pointerId === pointerId)
        state.rested = this.#hand.rest(state.hit);
    }, restMs);
  }

  move(point: Point): void {
    if (!this.#isOurs(point)) return;
    if (this.#state.at === "pressed") this.#begin(this.#state, point);
    const state = this.#state;
    if (state.at !== "dragging") return;
    const dx = point.clientX - state.start.clientX;
    const dy = point.clientY - state.start.clientY;
    state.farthest = Math.max(state.farthest, Math.hypot(dx, dy));
    this.#hand.drag(dx, dy);
  }

  #begin(state: State<Hit> & { at: "pressed" }, point: Point): void {
    const { hit, start, timer } = state;
    const far = Math.hypot(point.clientX - start.clientX, point.clientY - start.clientY);
    if (far <= steadiness(start)) return;
    clearTimeout(timer);
    this.#state = this.#hand.lift(hit)
      ? { at: "dragging", hit, start, farthest: far }
      : { at: "spent", pointerId: start.pointerId };
  }

  up(point: Point): void {
    if (!this.#isOurs(point)) return;
    const state = this.#state;
    this.#state = { at: "idle" };
    if (state.at === "pressed") {
      clearTimeout(state.timer);
      const looked = state.rested && point.timeStamp - state.start.timeStamp >= lookMs;
      if (!looked) this.#hand.tap(state.hit, point);
    }
    if (state.at !== "dragging") return;
    const dx = point.clientX - state.start.clientX;
    const dy = point.clientY - state.start.clientY;
    const home = Math.hypot(dx, dy) <= steadiness(state.start) * wobble;
    if (!home) {
      this.#hand.drop(state.hit, dx, dy);
      return;
    }
    this.#hand.putBack(state.hit);
    if (state.farthest <= steadiness(state.start) * wobble) this.#hand.tap(state.hit, point);
  }

  /** cancel ends a gesture that comes to nothing, until its pointer is up. */
  cancel(): void {
    const state = this.#state;
    if (state.at === "idle" || state.at === "spent") return;
    if (state.at === "pressed") clearTimeout(state.timer);
    this.#state = { at: "spent", pointerId: state.start.pointerId };
    if (state.at === "dragging") this.#hand.putBack(state.hit);
  }

  /** lost ends a gesture whose pointer sends nothing more. */
  lost(point: Point): void {
    if (!this.#isOurs(point)) return;
    this.cancel();
    this.#state = { at: "idle" };
  }

  #isOurs(point: Point): boolean {
    const state = this.#state;
    if (state.at === "idle") return false;
    return (state.at === "spent" ? state.pointerId : state.start.pointerId) === point.pointerId;
  }
}
