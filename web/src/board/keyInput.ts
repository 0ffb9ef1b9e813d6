import type { Control } from "./control.svelte";
import { type Command, commandOf } from "./keys";

/** What the keys of a page work on. */
export interface Keyboard {
  readonly control: Control;
  /** Whether single characters are shortcuts. */
  letters(): boolean;
  /** Whether the board takes input now. */
  ready(): boolean;
  /** Whether keys pressed outside the board are for it. */
  active(): boolean;
  /** Ends what the pointer is doing. */
  escape(): void;
}

/** keyInput hands the page's keys to a board: all that are pressed on it, and outside it those that nothing else wants. */
export function keyInput(board: HTMLElement, keyboard: Keyboard): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !keyboard.ready()) return;
    const command = commandOf(event, keyboard.letters());
    if (command === null || !isFor(board, keyboard, event, command)) return;
    if (event.repeat && !repeatable.has(command.do)) return event.preventDefault();
    if (command.do === "cancel") keyboard.escape();
    else event.preventDefault();
    keyboard.control.key(command);
  };
  window.addEventListener("keydown", listener);
  return () => window.removeEventListener("keydown", listener);
}

/** What has keys of its own. The parts of a page that a press puts the focus on do not. */
const controls = 'a[href], button, summary, [tabindex]:not([tabindex="-1"])';

const repeatable: ReadonlySet<Command["do"]> = new Set(["go", "undo"]);

function isFor(board: HTMLElement, keyboard: Keyboard, event: KeyboardEvent, command: Command): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (board.contains(target)) return true;
  if (!keyboard.active() || target.closest("dialog, input, textarea, select, [contenteditable]"))
    return false;
  const nowhere = target.closest(controls) === null;
  // Enter needs a place to be seen; single characters mean nothing to a button or a link.
  return nowhere ? command.do !== "act" : event.key.length === 1 && event.key !== " ";
}
