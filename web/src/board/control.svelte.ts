import type { Settings } from "../settings/settings.svelte";
import type { Card } from "../table/card";
import { dropWord, grabbable, tapWord, targets } from "../table/legal";
import { cardsOf, isColumn, stockPile } from "../table/pile";
import type { PileId, Table } from "../table/table";
import { chosenText, liftedText, type Words } from "./describe";
import { type Area, type Command, type Direction, neighbour } from "./keys";
import { cardAt, faceUpFrom, readingOrder } from "./piles";
import type { SoundName } from "./sounds";
import { type Held, type Outcome, type Place, Taps } from "./taps";

/** What the control of a board works on, read anew each time. */
export interface World {
  readonly table: Table;
  /** null: not known while moves are unanswered. */
  readonly legal: readonly string[] | null;
  readonly settings: Settings;
  readonly words: Words;
  readonly areas: Readonly<Record<PileId, Area>>;
  play(word: string): void;
  explain(word: string): void;
  undo(): void;
  say(text: string): void;
  sound(name: SoundName): void;
  focus(pile: PileId): void;
  help(): void;
}

/** Control is what a player does on a board: what is held, where the keyboard is, and the words that follow. */
export class Control {
  readonly #world: World;
  readonly #taps = new Taps();
  /** What waits for the legal moves to be known. */
  #later: (() => void) | null = null;
  #heldCards: readonly Card[] = [];

  /** Cards lifted by a tap or a key, which the next one puts somewhere. */
  held: Held | null = $state.raw(null);
  /** Cards that follow the pointer. */
  dragged: Held | null = $state.raw(null);
  /** The column whose cards are spread to be seen. */
  spread: PileId | null = $state(null);
  /** The pile where the keyboard is. */
  pile: PileId = $state("1");
  #chosen = $state(1);

  constructor(world: World) {
    this.#world = world;
  }

  /** The piles that take what is held or dragged; none while that is not known. */
  get targets(): readonly PileId[] {
    const group = this.dragged ?? this.held;
    const { table, legal } = this.#world;
    if (group === null || legal === null) return [];
    return [...new Set(targets(table, legal, group.pile, group.count))];
  }

  /** The cards that Enter would lift. */
  get chosen(): Held {
    return { pile: this.pile, count: Math.min(this.#chosen, this.#longest(this.pile)) };
  }

  /** changed is called with each new board or new legal moves. */
  changed(): void {
    const { table, legal } = this.#world;
    if (this.held !== null && !sameCards(this.#heldCards, groupCards(table, this.held))) this.hold(null);
    if (legal === null) return;
    const later = this.#later;
    this.#later = null;
    later?.();
    this.#carryOut(this.#taps.resolve(this.#tapState()));
  }

  hold(held: Held | null): void {
    this.held = held;
    this.#heldCards = held === null ? [] : groupCards(this.#world.table, held);
  }

  /** letGo gives up all that is half done. */
  letGo(): void {
    this.hold(null);
    this.#taps.forget();
    this.#later = null;
  }

  tap(place: Place, at: { x: number; y: number; time: number }): void {
    this.pile = place.pile;
    this.#chosen = 1;
    this.#carryOut(this.#taps.tap(this.#tapState(), { place, ...at }));
  }

  #tapState() {
    const { table, legal, settings } = this.#world;
    return { table, legal, held: this.held, doubleTap: settings.doubleTap };
  }

  #carryOut(outcome: Outcome): void {
    switch (outcome.do) {
      case "play":
        this.hold(null);
        this.#world.play(outcome.word);
        break;
      case "explain":
        this.hold(null);
        this.#refuse(outcome.word);
        break;
      case "hold":
        this.hold(outcome.held);
        if (outcome.held !== null) this.#world.sound("lift");
        break;
    }
  }

  #refuse(word: string): void {
    this.#world.sound("refuse");
    if (this.#world.settings.explainRefusals) this.#world.explain(word);
  }

  /** put plays a group onto a pile, or has it explained why not; true: played. */
  put(group: Held, to: PileId): boolean {
    const { table, legal } = this.#world;
    const drop = dropWord(table, legal ?? [], group.pile, group.count, to);
    const plays = legal === null || drop.legal;
    if (plays) this.#world.play(drop.word);
    else this.#refuse(drop.word);
    return plays;
  }

  /** key carries out what a key asks for. */
  key(command: Command): void {
    const piles = readingOrder(this.#world.table);
    switch (command.do) {
      case "go":
        this.#go(command.direction);
        break;
      case "first":
        this.#to(piles[0]);
        break;
      case "last":
        this.#to(piles.at(-1));
        break;
      case "jump":
        this.#to(piles.find((pile) => pile === command.pile));
        break;
      case "act":
        this.#act();
        break;
      case "draw":
        this.#draw();
        break;
      case "home":
        this.#home();
        break;
      case "undo":
        this.letGo();
        this.#world.undo();
        break;
      case "cancel":
        this.#cancel();
        break;
      case "help":
        this.#world.help();
        break;
    }
  }

  #cancel(): void {
    if (this.held !== null) this.#world.say(this.#world.words.board.letGo);
    this.spread = null;
    this.letGo();
  }

  #to(pile: PileId | undefined): void {
    if (pile === undefined) return;
    if (pile !== this.pile) this.#chosen = 1;
    this.pile = pile;
    this.#world.focus(pile);
  }

  /** Up and down first choose how many of a column's cards; beyond that they lead to other piles. */
  #go(direction: Direction): void {
    const vertical = direction === "up" || direction === "down";
    if (vertical && this.held === null && this.#choose(direction === "up" ? 1 : -1)) return;
    const { table, areas } = this.#world;
    this.#to(neighbour(areas, readingOrder(table), this.pile, direction) ?? undefined);
  }

  #choose(step: number): boolean {
    const count = this.chosen.count + step;
    if (!isColumn(this.pile) || count < 1 || count > this.#longest(this.pile)) return false;
    this.#chosen = count;
    this.#world.focus(this.pile);
    this.#world.say(chosenText(this.#world.words, this.#world.table, this.chosen));
    return true;
  }

  /** The most cards of a pile that could be of use together: as far as a legal move reaches. */
  #longest(pile: PileId): number {
    const { table, legal } = this.#world;
    const cards = cardsOf(table, pile);
    const most = grabbable(table, pile, isColumn(pile) ? faceUpFrom(cards) : cards.length - 1);
    if (legal === null) return most;
    for (let count = most; count > 1; count--) {
      if (targets(table, legal, pile, count).length > 0) return count;
    }
    return Math.min(most, 1);
  }

  #act(): void {
    if (this.held !== null) this.#drop(this.held);
    else if (this.pile === stockPile) this.#draw();
    else this.#lift();
  }

  #lift(): void {
    const { table, legal, words, say, sound } = this.#world;
    const group = this.chosen;
    if (group.count === 0) {
      say(words.board.nothingToLift);
      return;
    }
    this.hold(group);
    sound("lift");
    say(liftedText(words, table, group, legal === null ? null : this.targets));
  }

  /** A refused drop leaves the cards held, to be tried elsewhere. */
  #drop(held: Held): void {
    if (held.pile === this.pile) {
      this.hold(null);
      this.#world.say(this.#world.words.board.letGo);
    } else if (this.put(held, this.pile)) {
      this.hold(null);
      this.#chosen = 1;
    }
  }

  #draw(): void {
    this.hold(null);
    const { table, legal } = this.#world;
    if (table.variant.draw === 0) return;
    if (legal === null || legal.includes("n")) this.#world.play("n");
    else this.#refuse("n");
  }

  #home(): void {
    const { table, legal } = this.#world;
    const from = this.held?.pile ?? this.pile;
    if (from === stockPile) return;
    if (legal === null) {
      this.#homeLater({ pile: from, index: cardsOf(table, from).length - 1 });
      return;
    }
    const word = (this.held?.count ?? 1) === 1 ? tapWord(table, legal, from) : null;
    if (word === null) {
      this.#world.sound("refuse");
      this.#world.say(this.#world.words.board.noHome);
      return;
    }
    this.hold(null);
    this.#world.play(word);
  }

  #homeLater(place: Place): void {
    const card = cardAt(this.#world.table, place);
    this.#later = () => {
      if (card !== null && cardAt(this.#world.table, place) === card) this.#home();
    };
  }
}

const groupCards = (table: Table, { pile, count }: Held): readonly Card[] =>
  cardsOf(table, pile).slice(-count);

const sameCards = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && a.every((card, i) => card === b[i]);
