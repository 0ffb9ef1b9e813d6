import { prefersReducedMotion } from "svelte/motion";
import type { Settings } from "../settings/settings.svelte";

const times = { off: 0, fast: 90, normal: 160 };

/** travelMs is how long a card travels, by the player's settings and the system's. */
export function travelMs({ animation, motion }: Settings): number {
  const reduced = motion === "reduced" || (motion === "system" && prefersReducedMotion.current);
  return reduced ? 0 : times[animation];
}
