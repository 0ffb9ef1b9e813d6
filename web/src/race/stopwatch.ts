/**
 * Stopwatch is a seat's time since the start. The server tells it with each board; each time told is late
 * by the way of its frame, so the largest difference to the own clock is the nearest.
 */
export class Stopwatch {
  #difference: number | null = null;
  #last = 0;
  #end: number | null = null;

  /** told takes note of what the server said when the own clock said at. */
  told(elapsedMs: number, at: number): void {
    this.#difference = Math.max(this.#difference ?? Number.NEGATIVE_INFINITY, elapsedMs - at);
    this.#last = elapsedMs;
  }

  /** stop stops it at what was told last; it stays there whatever is told later. */
  stop(): void {
    this.#end ??= this.#last;
  }

  goOn(): void {
    this.#end = null;
  }

  /** elapsed is what it shows when the own clock says at: never more than most. */
  elapsed(at: number, most: number): number {
    if (this.#difference === null) return 0;
    return Math.min(most, Math.max(0, this.#end ?? at + this.#difference));
  }
}
