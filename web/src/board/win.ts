import type { Space, Spot } from "../table/layout";

const flightMs = 850;
const lastStartMs = 850;

/** celebrate has the cards fly up from the foundations and rain down, for less than 2 s. Any input ends it. */
export function celebrate(
  elements: readonly HTMLElement[],
  spots: readonly Spot[],
  space: Space,
): () => void {
  const flights = elements.map((element, id) => {
    const spot = spots[id];
    // Kings first: they lie on top.
    const turn = 12 - (id % 13) + (Math.floor(id / 13) % 4) / 4;
    return element.animate(path(spot?.x ?? 0, spot?.y ?? 0, id, space), {
      duration: flightMs,
      delay: (turn / 13) * lastStartMs,
      easing: "linear",
    });
  });
  const events = ["pointerdown", "keydown", "wheel"] as const;
  const end = () => {
    for (const flight of flights) flight.cancel();
    for (const event of events) removeEventListener(event, end, true);
  };
  for (const event of events) addEventListener(event, end, { capture: true, passive: true });
  Promise.allSettled(flights.map((flight) => flight.finished)).then(end);
  return end;
}

const steps = 12;

/** path is a throw: straight across, and falling faster and faster. The same card flies the same way. */
function path(x: number, y: number, id: number, space: Space): Keyframe[] {
  const across = (((id * 29) % 52) / 51 - 0.5) * space.width * 1.3;
  const up = space.height * (0.25 + ((id * 17) % 13) / 40);
  const spin = ((id * 37) % 13) * 24 - 144;
  const down = space.height * 1.5 - y;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const rise = -4 * up * t * (1 - t) + down * t * t;
    return {
      transform: `translate3d(${x + across * t}px, ${y + rise}px, 0) rotate(${spin * t}deg)`,
      opacity: t < 0.8 ? 1 : (1 - t) * 5,
    };
  });
}
