import { untrack } from "svelte";
import type { Router } from "../app/router.svelte";
import type { Film } from "./film.svelte";
import type { Playback } from "./playback.svelte";

/** How long the position rests before the address follows it. */
const addressDelay = 400;

/** loadAll loads the films on show, and stops with those that are not any more. For a component's start. */
export function loadAll(films: () => readonly Film[]): void {
  $effect(() => {
    const loading = films();
    untrack(() => {
      for (const film of loading) void film.load();
    });
    return () => {
      for (const film of loading) film.stop();
    };
  });
}

/** runClock moves the clock from frame to frame while it plays. For a component's start. */
export function runClock(playback: Playback): void {
  $effect(() => {
    if (!playback.playing || playback.held) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      playback.run(now - last);
      last = now;
      frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  });
}

/** Address is what the page's address says of the position, and what it is to say. */
export interface Address {
  /** The step of the first game that the address names. */
  step: number;
  /** The address of another step. */
  of: (step: number) => string;
}

/** Bookmark keeps address and position together, in both directions. For a component's start. */
export class Bookmark {
  /** The step that was last written into the address, or taken from it. */
  #written = -1;

  constructor(router: Router, playback: Playback, film: () => Film, address: () => Address) {
    const wanted = $derived(address().step);
    const shown = $derived(playback.stepOf(film()));
    // A link to another moment; what was written here is none.
    $effect(() => {
      const step = wanted;
      untrack(() => {
        if (step !== this.#written) playback.seekStep(step);
        this.#written = step;
      });
    });
    $effect(() => {
      if (film().steps.length > 0) untrack(() => playback.arrive());
    });
    // The address follows the position whenever it rests.
    $effect(() => {
      const step = shown;
      const path = address().of(step);
      if (playback.playing || playback.held || film().steps.length === 0 || step === wanted) return;
      const timer = setTimeout(() => {
        this.#written = step;
        router.go(path, { replace: true });
      }, addressDelay);
      return () => clearTimeout(timer);
    });
  }

  /** turn notes that another game comes without its step: it has other moves, and the clock stays where it is. */
  turn(): void {
    this.#written = 0;
  }
}
