import type { Gestures } from "./gestures";

const doubleTapMs = 350;

/** pointerInput hands an element's pointer events to gestures; what it gives ends that. */
export function pointerInput<Hit>(element: HTMLElement, gestures: Gestures<Hit>): () => void {
  const ended = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => element.addEventListener(name, listener, { signal: ended.signal, passive });

  on("pointerdown", (event) => {
    if (event.button === 0 && gestures.down(event)) element.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => gestures.move(event));
  on("pointerup", (event) => gestures.up(event));
  on("pointercancel", (event) => gestures.lost(event));
  on("lostpointercapture", (event) => gestures.lost(event));
  on("dragstart", (event) => event.preventDefault(), false);
  on("contextmenu", (event) => event.preventDefault(), false);
  on("touchend", againstZoom(), false);
  window.addEventListener("blur", () => gestures.cancel(), { signal: ended.signal });
  return () => {
    ended.abort();
    gestures.cancel();
  };
}

/** Safari zooms on a double tap in spite of touch-action. Only a second touch is stopped. */
function againstZoom(): (event: TouchEvent) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (event.timeStamp - last < doubleTapMs && event.cancelable) event.preventDefault();
    last = event.timeStamp;
  };
}
