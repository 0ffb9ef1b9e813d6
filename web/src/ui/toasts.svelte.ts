export type ToastKind = "info" | "warning" | "error";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
  readonly action: ToastAction | null;
}

export interface ToastOptions {
  kind?: ToastKind;
  action?: ToastAction;
  /** Whether it stays until it is closed. */
  stays?: boolean;
}

/** How long a toast is shown: long enough to read it slowly, longer where there is something to press. */
const shownMs = 6_000;
const shownWithActionMs = 12_000;

/** Toasts are short messages at the edge of the page, of which none needs an answer. */
export class Toasts {
  shown: readonly Toast[] = $state.raw([]);
  #last = 0;

  /** show gives the function that takes the toast away again. */
  show(text: string, { kind = "info", action, stays = false }: ToastOptions = {}): () => void {
    this.#last += 1;
    const toast: Toast = { id: this.#last, text, kind, action: action ?? null };
    const same = this.shown.find((other) => other.text === text);
    this.shown = [...this.shown.filter((other) => other !== same), toast];
    const dismiss = () => this.dismiss(toast.id);
    if (!stays) setTimeout(dismiss, action ? shownWithActionMs : shownMs);
    return dismiss;
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}
