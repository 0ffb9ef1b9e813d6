/** How many estimates are looked at: with one every 10 s those of about a minute. */
const kept = 6;

/**
 * ServerClock estimates the server's clock. Each time told is late by the way of its frame, so the largest
 * difference to the own clock is the nearest.
 */
export class ServerClock {
  #differences: number[] = [];

  /** told takes note that the server's clock said this when the own said at. */
  told(server: number, at: number): void {
    this.#differences = [...this.#differences, server - at].slice(-kept);
  }

  /** now is what the server's clock says when the own says at; null before it was told. */
  now(at: number): number | null {
    return this.#differences.length === 0 ? null : at + Math.max(...this.#differences);
  }
}
