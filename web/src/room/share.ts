import type { Toasts } from "../ui/toasts.svelte";

/** copyText puts a text on the clipboard; false where the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** copyBySelection works on pages without a secure address too, as in a home network. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Said is what a page says once something was to be copied. */
interface Said {
  copied: string;
  notCopied: string;
}

/** copyAndSay puts a text on the clipboard, and says whether it could. */
export async function copyAndSay(toasts: Pick<Toasts, "show">, said: Said, text: string): Promise<void> {
  if (await copyText(text)) toasts.show(said.copied);
  else toasts.show(said.notCopied, { kind: "warning" });
}

/** Whether the device has a way of its own to share. */
export const canShare = (): boolean => typeof navigator.share === "function";

/**
 * shareOrCopy shares in the device's own way; where there is none, or it refuses, what is to be copied is, the address
 * if nothing else is said. Not sharing after all is no failure.
 */
export async function shareOrCopy(
  toasts: Pick<Toasts, "show">,
  said: Said,
  { text, url, copy = url }: { text: string; url: string; copy?: string },
): Promise<void> {
  if (canShare()) {
    try {
      await navigator.share({ text, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copyAndSay(toasts, said, copy);
}
