import type { Playback } from "./playback.svelte";

/** The arrow keys are those of the clock, which runs from left to right in every script. */
const commands: Record<string, (playback: Playback) => void> = {
  ArrowLeft: (playback) => playback.back(),
  ArrowRight: (playback) => playback.forward(),
  Home: (playback) => playback.toStart(),
  End: (playback) => playback.toEnd(),
};

const onSlider: Record<string, (playback: Playback) => void> = {
  ArrowDown: (playback) => playback.back(),
  ArrowUp: (playback) => playback.forward(),
};

/** control does what a key asks for; false: nothing here. */
export function control(event: KeyboardEvent, playback: Playback): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("select, textarea, dialog, input:not([type=range])")) return false;
  if (event.key === " ") {
    // On a button the space bar presses that button.
    if (target?.closest("button, a")) return false;
    playback.toggle();
    return true;
  }
  const command = commands[event.key] ?? (target?.matches("input") ? onSlider[event.key] : undefined);
  command?.(playback);
  return command !== undefined;
}
