import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CommandInit } from "../net/commands";
import type { Stop } from "../net/connection";
import type { Fault } from "../net/fault";
import { parseVariant, type Variant } from "../table/table";
import type { PositionSchema, SeatPositionSchema } from "../wire/from_client_pb";
import type { SeatProgress, ServerFrame, WatchedBoard } from "../wire/from_server_pb";
import type { Progress } from "../wire/game_pb";
import type { Person, Room } from "../wire/room_pb";
import { compareEntries } from "./entry";
import type { Link } from "./link";
import { OwnSeat } from "./own_seat.svelte";
import { shapesOf } from "./shapes";

/**
 * RoomState is a room that the player is in, as it was told last. Of two states of the same thing the newer
 * counts. A server that had to take over from another may have less than that one told, so the first of
 * each that a connection tells counts whatever it says.
 */
export class RoomState {
  readonly code: string;
  room: Room;
  /** The player's own, from the countdown on. */
  seat = $state.raw<OwnSeat | null>(null);
  /** By seat: how those stand whose boards may not be seen. */
  progress = $state.raw<readonly (SeatProgress | null)[]>([]);
  /** By seat: the boards that may be seen. */
  boards = $state.raw<readonly (WatchedBoard | null)[]>([]);

  readonly #link: Link;
  /** What this connection has told. */
  readonly #told = new Set<string>();

  constructor(room: Room, link: Link) {
    this.code = room.code;
    this.#link = link;
    this.room = $state.raw(room);
    this.#see(room);
    this.#told.add("room");
  }

  /** me is null for who has left or was sent away. */
  get me(): Person | null {
    return this.room.people.find(({ player }) => player === this.#link.player) ?? null;
  }

  /** mySeat is the place in Room.seats, -1 without one. */
  get mySeat(): number {
    return this.room.seats.findIndex(({ player }) => player === this.#link.player);
  }

  get isOwner(): boolean {
    return this.room.owner === this.#link.player;
  }

  get variant(): Variant {
    return variantOf(this.room);
  }

  /** shapes is the seat's piles without their cards, null if nothing was heard of them. */
  shapes(seat: number): Progress | null {
    const board = this.boards[seat];
    const progress = this.progress[seat];
    const isBoardNewer = board && compareEntries(board.entry, progress?.entry ?? "") >= 0;
    if (isBoardNewer && board.board) return shapesOf(board.board);
    return progress?.progress ?? null;
  }

  ready(on: boolean): Promise<Fault | null> {
    return this.#do({ case: "ready", value: { ready: on } });
  }

  start(): Promise<Fault | null> {
    return this.#do({ case: "start", value: {} });
  }

  /** kick sends somebody away: a Person.player. */
  kick(player: string): Promise<Fault | null> {
    return this.#do({ case: "kick", value: { player } });
  }

  /** handOver makes somebody else the owner: a Person.player. */
  handOver(player: string): Promise<Fault | null> {
    return this.#do({ case: "handOver", value: { player } });
  }

  /** rematch gives the code of the next room, to be entered like any other. */
  async rematch(sameDeal: boolean): Promise<{ code: string } | { fault: Fault }> {
    const { room, fault } = await this.#link.command(this.code, { case: "rematch", value: { sameDeal } });
    return fault ? { fault } : { code: room };
  }

  /** position is what a Hello tells of the room. */
  position(): MessageInitShape<typeof PositionSchema> {
    const seats = this.room.seats.flatMap((_, seat) => this.#seatPosition(seat) ?? []);
    return { room: this.code, event: this.room.event, seats };
  }

  /** took takes in what the server tells of this room. */
  took(frame: ServerFrame["frame"]): void {
    switch (frame.case) {
      case "room":
        if (this.#isNews("room", Number(frame.value.event - this.room.event))) this.#see(frame.value);
        break;
      case "ownBoard":
        this.seat?.board(frame.value);
        break;
      case "acknowledgement":
        this.seat?.acknowledged(frame.value);
        break;
      case "refusal":
        this.seat?.refused(frame.value);
        break;
      case "gap":
        this.seat?.gap(frame.value);
        break;
      case "progress":
        this.progress = this.#newer("progress", this.progress, frame.value);
        break;
      case "watchedBoard":
        this.boards = this.#newer("board", this.boards, frame.value);
        break;
    }
  }

  /** connected begins what a new connection tells. */
  connected(): void {
    this.#told.clear();
  }

  /** lost: there is no connection; with a stop none will come by itself. */
  lost(stop: Stop | null): void {
    this.seat?.lost(stop);
  }

  /** left: the player has gone away. */
  left(): void {
    this.seat?.left();
  }

  #see(room: Room): void {
    this.room = room;
    const seat = this.mySeat;
    if (seat < 0) return;
    if (this.seat?.index !== seat) {
      const limit = Number(room.limitMs - room.startMs);
      this.seat = new OwnSeat(this.code, seat, variantOf(room), limit, this.#link);
    }
    this.seat.over(room.seats[seat]?.result !== undefined);
  }

  #seatPosition(seat: number): MessageInitShape<typeof SeatPositionSchema> | null {
    if (seat === this.seat?.index) return this.seat.position();
    const board = this.boards[seat];
    if (board) return { seat, entry: board.entry, hash: board.board?.hash ?? 0n };
    const progress = this.progress[seat];
    return progress ? { seat, entry: progress.entry } : null;
  }

  /** newer gives the list with a seat's new state in it, if that is the newer one. */
  #newer<T extends { seat: number; entry: string }>(
    kind: string,
    list: readonly (T | null)[],
    state: T,
  ): readonly (T | null)[] {
    const compared = compareEntries(state.entry, list[state.seat]?.entry ?? "");
    if (!this.#isNews(`${kind} ${state.seat}`, compared)) return list;
    const length = Math.max(list.length, state.seat + 1, this.room.seats.length);
    return Array.from({ length }, (_, seat) => (seat === state.seat ? state : (list[seat] ?? null)));
  }

  /** isNews reports whether a thing's new state counts, given how it compares with the old one. */
  #isNews(thing: string, compared: number): boolean {
    const isFirst = !this.#told.has(thing);
    this.#told.add(thing);
    return isFirst || compared >= 0;
  }

  async #do(command: CommandInit): Promise<Fault | null> {
    return (await this.#link.command(this.code, command)).fault ?? null;
  }
}

const variantOf = (room: Room): Variant => parseVariant(room.deal?.variant ?? "");
