/** Socket is what is used of a WebSocket. */
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
}

export type Timer = ReturnType<typeof setTimeout>;

/** Why it is worth trying again now: the browser has a network again, or the page can be seen again. */
export type Wake = "online" | "visible";

/** Surroundings is what a client needs of where it runs. */
export interface Surroundings {
  open(url: string, subprotocol: string): Socket;
  /** now is a clock that never goes back, in milliseconds. */
  now(): number;
  /** wall is a clock that goes on while the device sleeps, in milliseconds. */
  wall(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
  /** random is at least 0 and below 1. */
  random(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  onWake(run: (why: Wake) => void): void;
}

/** browser is the page that this runs in. */
export const browser: Surroundings = {
  open: (url, subprotocol) => new WebSocket(url, subprotocol) as Socket,
  now: () => performance.now(),
  wall: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  random: () => Math.random(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  onWake(run) {
    window.addEventListener("online", () => run("online"));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") run("visible");
    });
    // A page that comes back out of the browser's cache of left pages has lost its connection.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) run("visible");
    });
  },
};
