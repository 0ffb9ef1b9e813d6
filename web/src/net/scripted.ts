import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type ClientFrame, ClientFrameSchema, type Hello } from "../wire/from_client_pb";
import { ServerFrameSchema } from "../wire/from_server_pb";
import type { Socket, Surroundings, Wake } from "./surroundings";

type Frame = NonNullable<MessageInitShape<typeof ServerFrameSchema>["frame"]>;

/** ScriptedSocket is a socket whose other end is a test. */
export class ScriptedSocket implements Socket {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  closed = false;
  readonly #sent: ClientFrame["frame"][] = [];

  send(data: Uint8Array<ArrayBuffer>): void {
    this.#sent.push(fromBinary(ClientFrameSchema, data).frame);
  }

  close(): void {
    this.closed = true;
  }

  /** sent gives what was sent since it was asked last, the Hello left out. */
  sent(): ClientFrame["frame"][] {
    return this.#sent.splice(0).filter(({ case: kind }) => kind !== "hello");
  }

  /** accept lets the client in and gives its Hello. */
  accept(welcome: { player?: string; name?: string; token?: string; nowMs?: bigint } = {}): Hello {
    this.onopen?.();
    const hello = this.#sent.find(({ case: kind }) => kind === "hello")?.value as Hello;
    const value = { player: "ana", name: "Ana", token: "token", nowMs: BigInt(Date.now()), ...welcome };
    this.say({ case: "welcome", value });
    return hello;
  }

  say(frame: Frame): void {
    const data = toBinary(ServerFrameSchema, create(ServerFrameSchema, { frame }));
    this.onmessage?.({ data: data.buffer });
  }

  /** end closes the connection from the server's side. */
  end(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

/** Scripted is surroundings for tests, with fake timers. */
export class Scripted implements Surroundings {
  readonly sockets: ScriptedSocket[] = [];
  readonly #wakes: ((why: Wake) => void)[] = [];

  get last(): ScriptedSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no connection was tried");
    return last;
  }

  open(): Socket {
    const socket = new ScriptedSocket();
    this.sockets.push(socket);
    return socket;
  }

  now = (): number => performance.now();
  wall = (): number => Date.now();
  setTimeout = (run: () => void, ms: number): ReturnType<typeof setTimeout> => setTimeout(run, ms);
  clearTimeout = (timer: ReturnType<typeof setTimeout>): void => clearTimeout(timer);
  random = (): number => 0.5;
  randomBytes = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(count).fill(7);

  onWake(run: (why: Wake) => void): void {
    this.#wakes.push(run);
  }

  wake(why: Wake): void {
    for (const run of this.#wakes) run(why);
  }
}

/** memory is a storage that lasts as long as a test. */
export function memory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/** forbidden is a storage that a browser does not let a page use. */
export function forbidden(): Storage {
  const refuse = (): never => {
    throw new DOMException("storage is not allowed", "SecurityError");
  };
  return { length: 0, clear: refuse, getItem: refuse, key: refuse, removeItem: refuse, setItem: refuse };
}
