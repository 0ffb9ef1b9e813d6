import { untrack } from "svelte";
import { Api, faultOf, type Report, type RoomOptionsInit } from "../net/api";
import { ServerClock } from "../net/clock";
import { refusesToken } from "../net/close";
import { type CommandInit, Commands } from "../net/commands";
import { type Client, Connection, type Status, type Stop } from "../net/connection";
import { abandoned, type Fault } from "../net/fault";
import { browser, type Surroundings } from "../net/surroundings";
import { Reason } from "../wire/codes_pb";
import type { ClientFrame } from "../wire/from_client_pb";
import type { Answer, ServerFrame, Welcome } from "../wire/from_server_pb";
import { Phase, type Room } from "../wire/room_pb";
import { History } from "./history";
import type { Link } from "./link";
import { pastRace } from "./past_race";
import { Player } from "./player.svelte";
import { RoomState } from "./room_state.svelte";

export type { Status, Stop } from "../net/connection";
export { OwnSeat, type SeatRefusal } from "./own_seat.svelte";
export { RoomState } from "./room_state.svelte";

export interface SessionOptions {
  /** The server's address without a path: location.origin. */
  url: string;
  storage: Storage;
  /** A name for who has not said one, such as "Guest 4821". */
  suggestedName: () => string;
  surroundings?: Surroundings;
}

/** Entry is a room that is being entered: both the answer and the room must have come. */
interface Entry {
  readonly code: string;
  readonly watch: boolean;
  readonly done: Promise<Fault | null>;
  readonly finish: (fault: Fault | null) => void;
  isLetIn: boolean;
  state: RoomState | null;
}

/** Session is the player and what they have to do with the server: one connection, at most one room. */
export class Session implements Link {
  readonly api: Api;
  readonly history: History;
  readonly around: Surroundings;
  status = $state.raw<Status>("idle");
  /** Why the server has ended the connection, if it is not to be made again by itself. */
  stop = $state.raw<Stop | null>(null);
  /** When the next attempt to connect begins, as performance.now() counts. */
  retryAt = $state.raw<number | null>(null);
  room = $state.raw<RoomState | null>(null);
  /** Why the room could not be gone on in after a lost connection; room is null then. */
  astray = $state.raw<Fault | null>(null);

  readonly #player: Player;
  readonly #connection: Connection;
  readonly #clock = new ServerClock();
  readonly #commands = new Commands();
  /** The token that this page said hello with or was welcomed with last. */
  #token = "";
  #entry: Entry | null = null;
  /** How many answers are waited for outside of a room. */
  #asking = 0;

  constructor({ url, storage, suggestedName, surroundings = browser }: SessionOptions) {
    this.around = surroundings;
    this.api = new Api(url);
    this.history = new History(storage);
    this.#player = new Player(this.api, storage, surroundings, suggestedName);
    this.#connection = new Connection(`${url.replace(/^http/, "ws")}/ws`, surroundings, this.#client());
  }

  /** player is the player's id, null before there is one. */
  get player(): string | null {
    return this.#player.id;
  }

  /** name is "" before there is one. */
  get name(): string {
    return this.#player.name;
  }

  /** token is the newest there is, "" before there is a player. */
  get token(): string {
    return this.#player.token;
  }

  /** now is the server's clock, in Unix milliseconds. */
  now(): number {
    return this.#clock.now(this.around.now()) ?? this.around.wall();
  }

  /** forget gives up a token that the server has refused: the player is nobody then, and keeps the name. */
  forget(refused: string): void {
    this.#player.forget(refused);
  }

  /** identify makes a guest of who is nobody yet. */
  identify(): Promise<Fault | null> {
    return untrack(() => this.#player.identify());
  }

  /** rename gives the player a name; who is none yet becomes a guest by it. */
  rename(name: string): Promise<Fault | null> {
    return untrack(() => this.#player.rename(name));
  }

  /** createDeviceCode gives a code for another device; who is nobody yet becomes a guest by it. */
  createDeviceCode(): ReturnType<Player["createDeviceCode"]> {
    return untrack(() => this.#player.createDeviceCode());
  }

  /** useDeviceCode goes on as the player whose code it is, out of any room; another's races are forgotten. */
  async useDeviceCode(code: string): Promise<Fault | null> {
    try {
      const identity = await this.api.useDeviceCode(code);
      if (identity.player !== this.player) this.history.clear();
      this.#player.become(identity);
    } catch (error) {
      return faultOf(error);
    }
    await this.leave();
    return null;
  }

  /** logOutEverywhere ends the player's connections everywhere else; this one is made again. */
  async logOutEverywhere(): Promise<Fault | null> {
    const fault = await this.#player.logOutEverywhere();
    if (!fault) this.#goOnWithNewerToken();
    return fault;
  }

  /** deleteAccount has the server and this browser forget the player. */
  async deleteAccount(): Promise<Fault | null> {
    const fault = await this.#player.deleteAccount();
    if (fault) return fault;
    this.history.clear();
    await this.leave();
    return null;
  }

  /** report tells whoever runs the service about somebody. */
  report(report: Report): Promise<Fault | null> {
    return untrack(() => this.#player.report(report));
  }

  /** createRoom gives the code of a new room, to be entered like any other. */
  createRoom(options: RoomOptionsInit): Promise<{ code: string } | { fault: Fault }> {
    return untrack(() => this.#player.createRoom(options));
  }

  /**
   * enter comes into a room, connecting if need be, and leaves the one before. It waits for a connection as
   * long as it takes; another enter or a leave gives it up.
   */
  enter(code: string, { watch = false } = {}): Promise<Fault | null> {
    return untrack(() => this.#enter(code.toUpperCase(), watch));
  }

  /** leave goes out of the room, and closes the connection. */
  leave(): Promise<void> {
    return untrack(() => this.#leave());
  }

  /**
   * rematch gives the code of the room after one that has ended, for who raced there and is not in it any
   * more; it connects for that if need be.
   */
  rematch(code: string, sameDeal: boolean): Promise<{ code: string } | { fault: Fault }> {
    return untrack(() => this.#rematch(code.toUpperCase(), sameDeal));
  }

  /** reconnect connects now. After a stop for the token's sake it does so as a new guest. */
  reconnect(): void {
    void untrack(() => this.#reconnect());
  }

  send(frame: ClientFrame): boolean {
    return this.#connection.send(frame);
  }

  async command(room: string, command: CommandInit): Promise<Answer> {
    const { frame, answer } = this.#commands.add(room, command);
    this.#connection.send(frame);
    return await answer;
  }

  #client(): Client {
    return {
      hello: () => this.#hello(),
      welcomed: (welcome) => this.#welcomed(welcome),
      took: (frame) => this.#took(frame),
      lost: () => this.#lost(),
      changed: () => this.#changed(),
    };
  }

  #changed(): void {
    this.status = this.#connection.status;
    this.stop = this.#connection.stop;
    this.retryAt = this.#connection.retryAt;
  }

  #hello(): ReturnType<Client["hello"]> {
    this.#token = this.#player.token;
    const who = { case: "token" as const, value: this.#token };
    if (this.room) return { who, resume: this.room.position() };
    if (this.#entry?.isLetIn) return { who, resume: { room: this.#entry.code } };
    return { who };
  }

  #welcomed({ player, name, token, nowMs }: Welcome): void {
    this.#clock.told(Number(nowMs), this.around.now());
    this.#player.become({ player, name, token });
    this.#token = token;
    this.room?.connected();
    this.#entry?.state?.connected();
    for (const frame of this.#commands.again()) this.#connection.send(frame);
  }

  #took(frame: ServerFrame["frame"]): void {
    switch (frame.case) {
      case undefined:
      case "welcome":
        break;
      case "tick":
        this.#clock.told(Number(frame.value.nowMs), this.around.now());
        break;
      case "answer":
        if (frame.value.id !== 0) this.#commands.answered(frame.value);
        else if (frame.value.fault) void this.#strayed(frame.value.fault);
        break;
      case "room":
        this.#tookRoom(frame.value);
        break;
      case "acknowledgement":
        this.#stateOf(frame.value.own?.room ?? "")?.took(frame);
        break;
      default:
        this.#stateOf(frame.value.room)?.took(frame);
    }
  }

  #stateOf(code: string): RoomState | null {
    if (this.room?.code === code) return this.room;
    return this.#entry?.code === code ? this.#entry.state : null;
  }

  #tookRoom(room: Room): void {
    const entry = this.#entry;
    const state = this.#stateOf(room.code);
    if (state) state.took({ case: "room", value: room });
    else if (entry?.code === room.code) {
      entry.state = new RoomState(room, this);
      this.#finishEntry(entry);
    }
    this.#record(room);
  }

  #record(room: Room): void {
    const race = pastRace(room, this.player);
    if (race) this.history.record(race);
  }

  #lost(): void {
    const { stop } = this.#connection;
    this.room?.lost(stop);
    this.#entry?.state?.lost(stop);
    if (stop && !this.room && !this.#entry) this.#commands.abandonAll();
    this.#closeIfUnneeded();
    this.#goOnWithNewerToken();
  }

  /**
   * goOnWithNewerToken connects again after the token has been refused, if this page or another one of this
   * browser has got a newer one: the player is logged out everywhere else, not here.
   */
  #goOnWithNewerToken(): void {
    const { stop } = this.#connection;
    if (!stop || !refusesToken(stop.code)) return;
    if (this.#player.token !== "" && this.#player.token !== this.#token) void this.#connect();
  }

  /** strayed takes in that the room cannot be gone on in. Where that may pass, it is tried again. */
  async #strayed(fault: Fault): Promise<void> {
    if (
      fault.reason === Reason.BUSY ||
      fault.reason === Reason.TOO_MANY ||
      fault.reason === Reason.INTERNAL
    ) {
      this.#connection.again();
      return;
    }
    const { room } = this;
    // What became of a room that has ended in the meantime is still to be seen.
    if (room && fault.reason === Reason.ROOM_ENDED && (await this.#showEnd(room))) return;
    if (room !== this.room) return;
    this.#forgetRoom();
    this.#giveUpEntry(fault);
    this.astray = fault;
    this.#closeIfUnneeded();
  }

  /** showEnd shows the end of a room that cannot be entered any more, and reports whether it could. */
  async #showEnd(state: RoomState): Promise<boolean> {
    try {
      const room = await this.api.getRoom(state.code);
      state.took({ case: "room", value: room });
      this.#record(room);
      return true;
    } catch {
      return false;
    }
  }

  async #enter(code: string, watch: boolean): Promise<Fault | null> {
    if (this.#entry?.code === code && this.#entry.watch === watch) return await this.#entry.done;
    if (this.room?.code === code && !this.stop) return null;
    this.#leaveFor(code);
    const entry = newEntry(code, watch);
    this.#entry = entry;
    const fault = await this.#connect();
    if (entry !== this.#entry) return abandoned;
    if (fault) this.#refuse(fault);
    else void this.#ask(entry);
    return await entry.done;
  }

  /** connect sees to it that there is a player, and that they connect. */
  async #connect(): Promise<Fault | null> {
    if (this.stop && refusesToken(this.stop.code)) this.#player.forget(this.#token);
    const fault = await this.#player.identify();
    if (!fault && this.#isNeeded()) this.#connection.retry();
    return fault;
  }

  async #ask(entry: Entry): Promise<void> {
    const { fault } = await this.command(entry.code, { case: "enter", value: { watch: entry.watch } });
    if (entry !== this.#entry) return;
    if (fault) {
      this.#refuse(fault);
    } else {
      entry.isLetIn = true;
      this.#finishEntry(entry);
    }
  }

  #refuse(fault: Fault): void {
    this.#giveUpEntry(fault);
    this.#closeIfUnneeded();
  }

  #finishEntry(entry: Entry): void {
    if (!entry.isLetIn || !entry.state) return;
    this.#entry = null;
    this.room = entry.state;
    entry.finish(null);
  }

  #giveUpEntry(fault: Fault): void {
    const entry = this.#entry;
    if (!entry) return;
    this.#entry = null;
    entry.state?.left();
    this.#commands.abandon(entry.code);
    entry.finish(fault);
  }

  async #leave(): Promise<void> {
    const code = this.room?.code ?? this.#entry?.code;
    this.#giveUpEntry(abandoned);
    this.#forgetRoom();
    this.astray = null;
    if (code !== undefined && this.status === "open") await this.command(code, { case: "leave", value: {} });
    this.#closeIfUnneeded();
  }

  /** leaveFor goes out of where the player is for another room, unless they still have to race in it. */
  #leaveFor(next: string): void {
    const { room } = this;
    const code = room?.code ?? this.#entry?.code;
    const isRacing = room?.room.phase === Phase.RACING && room.seat?.ended === false;
    this.#giveUpEntry(abandoned);
    this.#forgetRoom();
    this.astray = null;
    if (code === undefined || code === next || isRacing || this.status !== "open") return;
    void this.command(code, { case: "leave", value: {} });
  }

  #forgetRoom(): void {
    const { room } = this;
    if (!room) return;
    room.left();
    this.room = null;
    this.#commands.abandon(room.code);
  }

  async #reconnect(): Promise<void> {
    const { room, stop } = this;
    if (room && stop && refusesToken(stop.code)) {
      // The new guest has no place in the room yet.
      await this.#enter(room.code, false);
      return;
    }
    if (this.status !== "idle") await this.#connect();
  }

  async #rematch(code: string, sameDeal: boolean): Promise<{ code: string } | { fault: Fault }> {
    this.#asking++;
    try {
      const unknown = await this.#connect();
      if (unknown) return { fault: unknown };
      const { room, fault } = await this.command(code, { case: "rematch", value: { sameDeal } });
      return fault ? { fault } : { code: room };
    } finally {
      this.#asking--;
      this.#closeIfUnneeded();
    }
  }

  #isNeeded(): boolean {
    return this.room !== null || this.#entry !== null || this.#asking > 0;
  }

  #closeIfUnneeded(): void {
    if (this.#isNeeded()) return;
    this.#connection.close();
    this.#commands.abandonAll();
  }
}

function newEntry(code: string, watch: boolean): Entry {
  let finish: Entry["finish"] = () => {};
  const done = new Promise<Fault | null>((resolve) => {
    finish = resolve;
  });
  return { code, watch, done, finish, isLetIn: false, state: null };
}
