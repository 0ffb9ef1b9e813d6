import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type ClientFrame, ClientFrameSchema, type HelloSchema } from "../wire/from_client_pb";
import { type ServerFrame, ServerFrameSchema, type Welcome } from "../wire/from_server_pb";
import { Backoff } from "./backoff";
import { mustStop } from "./close";
import type { Socket, Surroundings, Timer, Wake } from "./surroundings";

const subprotocol = "samedeal.v1";
const protocol = 1;
const build = "samedeal web";

/** How long nothing may be heard, in milliseconds: the server says something every 10 s. */
const silence = 25_000;
/** How long it may take from the first step of connecting to the Welcome. */
const patience = 15_000;

/**
 * Where a connection stands: not wanted; being made; made, a Welcome having come; lost or failed, and to be
 * made again at retryAt; ended by the server, not to be made again by itself.
 */
export type Status = "idle" | "connecting" | "open" | "waiting" | "stopped";

export interface Stop {
  readonly code: number;
  readonly reason: string;
}

/** Client is who uses a connection. */
export interface Client {
  /** hello says who connects and what they have. */
  hello(): Pick<MessageInitShape<typeof HelloSchema>, "who" | "resume">;
  welcomed(welcome: Welcome): void;
  took(frame: ServerFrame["frame"]): void;
  /** lost: no answer will come any more to what was sent. */
  lost(): void;
  /** changed: status, stop or retryAt have. */
  changed(): void;
}

/** Connection is a WebSocket to the server, made anew whenever it is lost. */
export class Connection {
  readonly #url: string;
  readonly #around: Surroundings;
  readonly #client: Client;
  readonly #backoff: Backoff;
  /** By which the server tells this page from the player's others. */
  readonly #tab: Uint8Array<ArrayBuffer>;
  #attempt = 0;
  #socket: Socket | null = null;
  /** The time to try again, or, with a socket, the time by which something must have been heard. */
  #timer: Timer | null = null;
  #welcomedAt = 0;
  #heardAt = 0;

  #status: Status = "idle";
  #stop: Stop | null = null;
  #retryAt: number | null = null;

  constructor(url: string, around: Surroundings, client: Client) {
    this.#url = url;
    this.#around = around;
    this.#client = client;
    this.#backoff = new Backoff(around.random);
    this.#tab = around.randomBytes(16);
    around.onWake((why) => this.#wake(why));
  }

  get status(): Status {
    return this.#status;
  }

  get stop(): Stop | null {
    return this.#stop;
  }

  /** retryAt is when the next attempt begins, on the clock of the surroundings. */
  get retryAt(): number | null {
    return this.#retryAt;
  }

  /** open connects, unless that is done or under way; also after a stop. */
  open(): void {
    if (this.#status !== "idle" && this.#status !== "stopped") return;
    this.#backoff.reset();
    this.#plan();
  }

  /** retry connects now rather than after the pause; also after a stop. */
  retry(): void {
    if (this.#status === "waiting") this.#begin();
    else this.open();
  }

  /** close ends the connection for good. */
  close(): void {
    this.#drop();
    this.#become("idle");
  }

  /** send gives false without a connection. */
  send(frame: ClientFrame): boolean {
    if (this.#status !== "open" || !this.#socket) return false;
    this.#socket.send(toBinary(ClientFrameSchema, frame));
    return true;
  }

  /** again gives this connection up and makes another after a pause. */
  again(): void {
    this.#lose({ pause: true });
  }

  #begin(): void {
    this.#drop();
    this.#attempt++;
    this.#become("connecting");
    let socket: Socket;
    try {
      socket = this.#around.open(this.#url, subprotocol);
    } catch {
      this.#lose();
      return;
    }
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#sayHello(socket);
    socket.onmessage = ({ data }) => this.#read(data);
    socket.onclose = ({ code, reason }) => this.#closed(code, reason);
    this.#socket = socket;
    this.#timer = this.#around.setTimeout(() => this.#lose(), patience);
  }

  #sayHello(socket: Socket): void {
    const hello = { ...this.#client.hello(), protocol, build, tab: this.#tab, attempt: this.#attempt };
    const frame = create(ClientFrameSchema, { frame: { case: "hello", value: hello } });
    socket.send(toBinary(ClientFrameSchema, frame));
  }

  #read(data: unknown): void {
    let frame: ServerFrame["frame"];
    try {
      if (!(data instanceof ArrayBuffer)) throw new Error("a frame that is not binary");
      frame = fromBinary(ServerFrameSchema, new Uint8Array(data)).frame;
    } catch {
      // What cannot be read may be an answer that is waited for: a new connection tells all anew.
      this.again();
      return;
    }
    if (frame.case === "welcome") this.#welcome(frame.value);
    else if (this.#status === "open") this.#hear(frame);
  }

  #welcome(welcome: Welcome): void {
    this.#welcomedAt = this.#around.now();
    this.#listen();
    this.#become("open");
    this.#client.welcomed(welcome);
  }

  #hear(frame: ServerFrame["frame"]): void {
    this.#listen();
    this.#client.took(frame);
  }

  /** listen waits for the next sign of life. A dead connection may never say that it is closed. */
  #listen(): void {
    this.#heardAt = this.#around.wall();
    this.#clearTimer();
    this.#timer = this.#around.setTimeout(() => this.#lose(), silence);
  }

  #closed(code: number, reason: string): void {
    if (!mustStop(code)) {
      this.#lose();
      return;
    }
    this.#drop();
    this.#stop = { code, reason };
    this.#become("stopped");
    this.#client.lost();
  }

  /** lose gives up what there is of a connection and plans the next attempt. */
  #lose({ pause = false } = {}): void {
    const wasOpen = this.#status === "open";
    this.#drop();
    if (wasOpen) this.#backoff.lasted(this.#around.now() - this.#welcomedAt);
    if (pause) this.#backoff.pause();
    this.#become("waiting");
    // Who does not want the connection any more closes it here.
    this.#client.lost();
    if (this.#status === "waiting") this.#plan();
  }

  #plan(): void {
    const delay = this.#backoff.next();
    if (delay === 0) {
      this.#begin();
      return;
    }
    this.#become("waiting", this.#around.now() + delay);
    this.#timer = this.#around.setTimeout(() => this.#begin(), delay);
  }

  #wake(why: Wake): void {
    if (this.#status === "waiting") {
      this.#begin();
    } else if (this.#status === "connecting") {
      // An attempt that was begun without a network has little chance.
      if (why === "online") this.#begin();
    } else if (this.#status === "open") {
      const silent = this.#around.wall() - this.#heardAt > silence;
      if (why === "online" || silent) this.#renew();
    }
  }

  /** renew makes another connection at once in the place of one that is likely to be dead. */
  #renew(): void {
    this.#backoff.reset();
    this.#lose();
  }

  #drop(): void {
    this.#clearTimer();
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.#around.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #become(status: Status, retryAt: number | null = null): void {
    this.#status = status;
    this.#retryAt = retryAt;
    if (status !== "stopped") this.#stop = null;
    this.#client.changed();
  }
}
