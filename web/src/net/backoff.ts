const first = 500;
const longest = 15_000;
/** How long a connection must have lasted for the next attempt after it to be at once again. */
const steady = 10_000;

/**
 * Backoff says how long to wait before each attempt to connect, in milliseconds: not at all, then up to
 * 0.5 s, 1 s, 2 s ... 15 s, spread evenly so that clients that lost the same server do not come back
 * together.
 */
export class Backoff {
  readonly #random: () => number;
  #tries = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(): number {
    this.#tries++;
    if (this.#tries === 1) return 0;
    return this.#random() * Math.min(longest, first * 2 ** (this.#tries - 2));
  }

  /** lasted takes note of how long a connection held. */
  lasted(ms: number): void {
    if (ms >= steady) this.#tries = 0;
  }

  /** pause has the next attempt wait in any case. */
  pause(): void {
    this.#tries = Math.max(this.#tries, 2);
  }

  reset(): void {
    this.#tries = 0;
  }
}
