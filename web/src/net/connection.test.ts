import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Close } from "../wire/codes_pb";
import { type Client, Connection } from "./connection";
import { Scripted } from "./scripted";

let around: Scripted;
let connection: Connection;
let heard: string[];
let client: Client;

beforeEach(() => {
  vi.useFakeTimers();
  around = new Scripted();
  heard = [];
  client = {
    hello: () => ({ who: { case: "token", value: "token" } }),
    welcomed: () => heard.push("welcome"),
    took: (frame) => heard.push(frame.case ?? "nothing"),
    lost: () => heard.push("lost"),
    changed: () => {},
  };
  connection = new Connection("ws://test/ws", around, client);
});

afterEach(() => vi.useRealTimers());

const tick = () => around.last.say({ case: "tick", value: { nowMs: 1n } });

describe("connecting", () => {
  it("says hello first, with the page's tab and the number of the attempt", () => {
    connection.open();
    expect(connection.status).toBe("connecting");
    const hello = around.last.accept();
    expect(hello).toMatchObject({ protocol: 1, attempt: 1, who: { case: "token", value: "token" } });
    expect(hello.tab).toHaveLength(16);
    expect(connection.status).toBe("open");
    vi.advanceTimersByTime(10_000);
    around.last.end();
    expect(around.last.accept()).toMatchObject({ attempt: 2, tab: hello.tab });
  });

  it("makes no second connection when it is asked twice", () => {
    connection.open();
    connection.open();
    connection.retry();
    expect(around.sockets).toHaveLength(1);
  });

  it("gives up an attempt that hangs, without waiting for its close", () => {
    connection.open();
    vi.advanceTimersByTime(15_000);
    expect(around.last.closed).toBe(true);
    expect(connection.status).toBe("waiting");
  });

  it("sends nothing before the welcome", () => {
    connection.open();
    around.last.onopen?.();
    expect(connection.send({ $typeName: "samedeal.v1.ClientFrame", frame: { case: undefined } })).toBe(false);
  });
});

describe("a lost connection", () => {
  it("is made again at once, then after pauses that double up to 15 s", () => {
    connection.open();
    around.last.accept();
    vi.advanceTimersByTime(10_000);
    around.last.end();
    expect(around.sockets).toHaveLength(2);
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      around.last.end();
      pauses.push((connection.retryAt ?? 0) - performance.now());
      vi.advanceTimersByTime(15_000);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500, 7500]);
  });

  it("is not hammered when each connection ends at once", () => {
    connection.open();
    around.last.accept();
    around.last.end();
    expect(connection.status).toBe("waiting");
    expect(around.sockets).toHaveLength(1);
  });

  it("counts as lost when nothing was heard for 25 s, although it never closes", () => {
    connection.open();
    around.last.accept();
    vi.advanceTimersByTime(24_000);
    tick();
    vi.advanceTimersByTime(24_999);
    expect(connection.status).toBe("open");
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(["welcome", "tick", "lost"]);
    expect(around.sockets).toHaveLength(2);
    expect(around.sockets[0]?.closed).toBe(true);
  });

  it("says nothing any more once it was given up", () => {
    connection.open();
    around.last.accept();
    const [old] = around.sockets;
    vi.advanceTimersByTime(25_000);
    old?.say({ case: "tick", value: {} });
    old?.end(Close.TAKEN_OVER);
    expect(heard).toEqual(["welcome", "lost"]);
    expect(connection.status).toBe("connecting");
  });

  it("is made again when a frame cannot be read", () => {
    connection.open();
    around.last.accept();
    around.last.onmessage?.({ data: new Uint8Array([0x0a, 0x7f, 1]).buffer });
    expect(connection.status).toBe("waiting");
  });

  it("stays closed when its client closes it on the loss", () => {
    client.lost = () => connection.close();
    connection.open();
    around.last.accept();
    around.last.end();
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe("idle");
    expect(around.sockets).toHaveLength(1);
  });
});

describe("waking up", () => {
  it("tries at once when the network or the page is back", () => {
    for (const why of ["online", "visible"] as const) {
      connection.close();
      connection.open();
      around.last.end();
      const tries = around.sockets.length;
      around.wake(why);
      expect(around.sockets).toHaveLength(tries + 1);
    }
  });

  it("replaces a connection that has been silent while the device slept", () => {
    connection.open();
    around.last.accept();
    // The timers have slept too, and so has the clock that never goes back.
    around.wall = () => Date.now() + 26_000;
    around.wake("visible");
    expect(around.sockets).toHaveLength(2);
  });

  it("leaves one alone that was heard of just now", () => {
    connection.open();
    around.last.accept();
    vi.advanceTimersByTime(20_000);
    around.wake("visible");
    expect(around.sockets).toHaveLength(1);
  });

  it("replaces one that was made on another network", () => {
    connection.open();
    around.last.accept();
    around.wake("online");
    expect(around.sockets).toHaveLength(2);
  });

  it("connects nobody who does not want it", () => {
    around.wake("online");
    expect(around.sockets).toHaveLength(0);
  });
});

describe("a close that says stop", () => {
  it("is not followed by another attempt until somebody asks for it", () => {
    connection.open();
    around.last.accept();
    around.last.end(Close.TAKEN_OVER, "elsewhere");
    expect(connection.status).toBe("stopped");
    expect(connection.stop).toEqual({ code: Close.TAKEN_OVER, reason: "elsewhere" });
    vi.advanceTimersByTime(60_000);
    around.wake("online");
    around.wake("visible");
    expect(around.sockets).toHaveLength(1);
    connection.retry();
    expect(around.sockets).toHaveLength(2);
    expect(connection.stop).toBeNull();
  });

  it("counts before the welcome too", () => {
    connection.open();
    around.last.end(Close.BAD_TOKEN);
    expect(connection.status).toBe("stopped");
  });
});
