import type { Film } from "./film.svelte";
import { advance, after, before, eventsOf, type Lane, type Pace, stepAt, timeOf } from "./player";

/** A page that was in the background is not made up for. */
const longestFrame = 250;

/** Playback is the one clock that the games on show run by. */
export class Playback {
  readonly #films: () => readonly Film[];
  /** Where the clock stands, in milliseconds since the start of the race. */
  at = $state(0);
  playing = $state(false);
  /** The slider is held: the clock waits, and goes on when it is let go of. */
  held = $state(false);
  pace: Pace = $state({ speed: 1, skipPauses: true });
  /** A step of the first game to stand at as soon as it is loaded. */
  #wanted: number | null = null;
  readonly #events: Lane = $derived.by(() => eventsOf(this.#films()));

  constructor(films: () => readonly Film[]) {
    this.#films = films;
  }

  get end(): number {
    return this.#events.at(-1) ?? 0;
  }

  get complete(): boolean {
    return this.#films().every(({ complete }) => complete);
  }

  get atStart(): boolean {
    return this.at <= 0;
  }

  get atEnd(): boolean {
    return this.complete && this.at >= this.end;
  }

  stepOf(film: Film): number {
    return stepAt(film.lane, this.at);
  }

  /** seekStep goes to a step of the first game. */
  seekStep(step: number): void {
    this.#wanted = step;
    this.arrive();
  }

  /** arrive goes to the step that was asked for, as far as the steps have come by now. */
  arrive(): void {
    const film = this.#films()[0];
    if (this.#wanted === null || !film || film.lane.length === 0) return;
    this.at = timeOf(film.lane, this.#wanted);
    if (film.complete || film.lane.length > this.#wanted) this.#wanted = null;
  }

  seekTime(at: number): void {
    this.#wanted = null;
    this.at = Math.min(Math.max(0, at), this.end);
  }

  toggle(): void {
    if (!this.playing && this.atEnd) this.seekTime(0);
    this.playing = !this.playing;
  }

  toStart(): void {
    this.playing = false;
    this.seekTime(0);
  }

  toEnd(): void {
    this.playing = false;
    this.seekTime(this.end);
  }

  back(): void {
    this.playing = false;
    this.seekTime(before(this.#events, this.at));
  }

  forward(): void {
    this.playing = false;
    this.seekTime(after(this.#events, this.at));
  }

  setSpeed(speed: number): void {
    this.pace = { ...this.pace, speed };
  }

  setSkipPauses(skipPauses: boolean): void {
    this.pace = { ...this.pace, skipPauses };
  }

  /** run moves the clock by what has passed since the last frame; it stops at the end of all games. */
  run(passed: number): void {
    this.#wanted = null;
    this.at = advance(this.#events, this.at, Math.min(passed, longestFrame), this.pace);
    if (this.atEnd) this.playing = false;
  }
}
