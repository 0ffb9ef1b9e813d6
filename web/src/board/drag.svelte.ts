import { type LayoutOptions, layout, type Rect } from "../table/layout";
import { grabbable } from "../table/legal";
import { cardsOf, isColumn } from "../table/pile";
import type { PileId, Table } from "../table/table";
import type { Control } from "./control.svelte";
import type { Hand, Point } from "./gestures";
import { aimOf, type Ground, groupIds, placeAt } from "./hit";
import type { Stage } from "./stage";
import type { Place } from "./taps";

/** What is pressed beside all piles. */
const nowhere: Place = { pile: "", index: -1 };

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a pointer's hand works on, read anew each time. */
export interface Cloth {
  readonly ground: Ground | null;
  readonly table: Table;
  readonly options: LayoutOptions;
  /** null: not known while moves are unanswered. */
  readonly legal: readonly string[] | null;
  readonly targets: readonly PileId[];
  readonly stage: Stage;
  /** Where the board lies in the window, and how large it is. */
  bounds(): Bounds;
  /** How long cards travel now. */
  readonly ms: number;
  lifted(): void;
}

/** PointerHand does on the board what a pointer's gestures ask for. */
export class PointerHand implements Hand<Place> {
  readonly #cloth: Cloth;
  readonly #control: Control;
  /** Of the board when the gesture began: nothing is measured while cards move. */
  #bounds: Bounds = { left: 0, top: 0, width: 0, height: 0 };
  /** The first of the cards dragged, where it lay. */
  #box: Rect | null = null;
  #ids: readonly number[] = [];

  /** The pile that the dragged cards are meant for, should they be dropped now. */
  aim: PileId | null = $state(null);

  constructor(cloth: Cloth, control: Control) {
    this.#cloth = cloth;
    this.#control = control;
  }

  hit(point: Point): Place | null {
    const { ground } = this.#cloth;
    if (ground === null) return null;
    this.#bounds = this.#cloth.bounds();
    const place = placeAt(ground, ...this.#onBoard(point)) ?? nowhere;
    if (this.#control.spread !== place.pile) this.#control.spread = null;
    return place;
  }

  #onBoard(point: Point): [x: number, y: number] {
    return [point.clientX - this.#bounds.left, point.clientY - this.#bounds.top];
  }

  lift({ pile, index }: Place): boolean {
    const { ground, table, stage } = this.#cloth;
    const count = grabbable(table, pile, index);
    if (ground === null || count === 0) return false;
    this.#control.letGo();
    this.#control.pile = pile;
    this.#control.dragged = { pile, count };
    this.#ids = groupIds(ground, pile, count);
    const spot = ground.spots[this.#ids[0] ?? -1];
    const { cardWidth: width, cardHeight: height } = ground.frame;
    this.#box = spot ? { x: spot.x, y: spot.y, width, height } : null;
    stage.lift(this.#ids);
    this.#cloth.lifted();
    return true;
  }

  drag(dx: number, dy: number): void {
    this.#cloth.stage.drag(dx, dy);
    this.aim = this.#aimAt(dx, dy);
  }

  drop(_: Place, dx: number, dy: number): void {
    const group = this.#control.dragged;
    const to = this.#aimAt(dx, dy);
    this.#release();
    if (group !== null && to !== null && !this.#resized()) this.#control.put(group, to);
  }

  /** The board has another size, though it may not have been laid out anew yet. */
  #resized(): boolean {
    const { width, height } = this.#cloth.bounds();
    return width !== this.#bounds.width || height !== this.#bounds.height;
  }

  putBack(): void {
    this.#release();
  }

  tap(place: Place, point: Point): void {
    if (place === nowhere) {
      this.#control.letGo();
      return;
    }
    const [x, y] = this.#onBoard(point);
    this.#control.tap(place, { x, y, time: point.timeStamp });
  }

  /** A rest on a column whose cards lie close spreads it. */
  rest({ pile }: Place): boolean {
    const { ground, table, options } = this.#cloth;
    if (ground === null || !isColumn(pile) || this.#control.spread === pile) return false;
    const spread = layout(ground.frame, table, ground.nodes, { ...options, spread: pile });
    if (spread.every((spot, id) => spot.y === ground.spots[id]?.y)) return false;
    this.#control.spread = pile;
    return true;
  }

  /** holds tells whether the dragged cards lie where they were taken from, on a new board too. */
  holds(): boolean {
    const { ground, table } = this.#cloth;
    const group = this.#control.dragged;
    if (group === null || ground === null) return false;
    const index = cardsOf(table, group.pile).length - group.count;
    return this.#ids.every((id, i) => {
      const node = ground.nodes[id];
      return node?.pile === group.pile && node.index === index + i;
    });
  }

  #aimAt(dx: number, dy: number): PileId | null {
    const { ground, legal, targets } = this.#cloth;
    const group = this.#control.dragged;
    const box = this.#box;
    if (ground === null || group === null || box === null) return null;
    const moving = { ...box, x: box.x + dx, y: box.y + dy };
    return aimOf(ground, moving, group.pile, legal === null ? null : targets);
  }

  #release(): void {
    this.aim = null;
    this.#control.dragged = null;
    this.#control.spread = null;
    this.#cloth.stage.release(this.#cloth.ms);
  }
}
