import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memory, Scripted, type ScriptedSocket } from "../net/scripted";
import { Close, Reason, Rule } from "../wire/codes_pb";
import type { OwnBoard, OwnBoardSchema } from "../wire/from_server_pb";
import { Ending } from "../wire/game_pb";
import { Phase, type Room, RoomSchema } from "../wire/room_pb";
import {
  CreateGuestResponseSchema,
  CreateRoomResponseSchema,
  GetRoomResponseSchema,
} from "../wire/services_pb";
import type { OwnSeat } from "./own_seat.svelte";
import type { RoomState } from "./room_state.svelte";
import { Session } from "./session.svelte";

const ana = { player: "ana", name: "Ana", token: "token" };
const code = "BKTWRN";

let around: Scripted;
let storage: Storage;
let session: Session;
/** What was called over HTTP. */
let calls: string[];
let http: Record<string, () => Response>;

beforeEach(() => {
  vi.useFakeTimers();
  around = new Scripted();
  storage = memory();
  storage.setItem("samedeal.identity", JSON.stringify(ana));
  calls = [];
  http = {};
  vi.stubGlobal("fetch", async (url: string) => {
    const method = url.split("/").at(-1) ?? "";
    calls.push(method);
    const answer = http[method];
    if (!answer) throw new TypeError("failed to fetch");
    return answer();
  });
  session = made();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const made = () =>
  new Session({ url: "http://test", storage, suggestedName: () => "Guest 1", surroundings: around });

/** settled lets what is promised happen. */
const settled = () => vi.advanceTimersByTimeAsync(0);

const seats = [
  { player: "ben", name: "Ben" },
  { player: "ana", name: "Ana" },
];

type RoomInit = Exclude<MessageInitShape<typeof RoomSchema>, Room>;

function room(more: RoomInit = {}) {
  const people = seats.map((seat) => ({ ...seat, plays: true, here: true }));
  const standard = {
    code,
    event: 4n,
    phase: Phase.LOBBY,
    owner: "ben",
    deal: { variant: "KL1-D3N" },
    people,
  };
  return create(RoomSchema, { ...standard, ...more });
}

const racing = (more: RoomInit = {}) =>
  room({ event: 6n, phase: Phase.RACING, seats, startMs: 1000n, limitMs: 901_000n, ...more });

function board(number: number, more: Exclude<MessageInitShape<typeof OwnBoardSchema>, OwnBoard> = {}) {
  const columns = ["5D", "<?> 2H", "<?> <?> JS", "<?> <?> <?> TC", "<?> <?> <?> <?> QD", "", ""];
  const standard = { columns, stock: 24, foundations: [0, 0, 0, 0], moves: number, hash: 7n };
  return { room: code, seat: 1, number, entry: `1-${number}`, board: standard, legal: ["35", "n"], ...more };
}

/** entered is a session in a room that has told this of itself. */
async function entered(state = room()): Promise<{ socket: ScriptedSocket; inRoom: RoomState }> {
  const entering = session.enter(code);
  await settled();
  const socket = around.last;
  socket.accept();
  const [asked] = socket.sent();
  socket.say({ case: "room", value: state });
  if (asked?.case === "command") socket.say({ case: "answer", value: { id: asked.value.id } });
  expect(await entering).toBeNull();
  if (!session.room) throw new Error("there is no room");
  return { socket, inRoom: session.room };
}

async function seated(): Promise<{ socket: ScriptedSocket; seat: OwnSeat; inRoom: RoomState }> {
  const { socket, inRoom } = await entered(racing());
  socket.say({ case: "ownBoard", value: board(0, { elapsedMs: 50 }) });
  if (!inRoom.seat) throw new Error("there is no seat");
  return { socket, seat: inRoom.seat, inRoom };
}

describe("entering", () => {
  it("connects with the token that is kept, and takes the code in either case", async () => {
    const entering = session.enter("bktwrn", { watch: true });
    await settled();
    const hello = around.last.accept({ name: "Ana", token: "newer" });
    expect(hello.who).toEqual({ case: "token", value: "token" });
    expect(hello.resume).toBeUndefined();
    expect(around.last.sent()).toMatchObject([
      { case: "command", value: { id: 1, room: code, command: { case: "enter", value: { watch: true } } } },
    ]);
    // The answer and the room come in any order, and the page gets no room before both are here.
    around.last.say({ case: "answer", value: { id: 1 } });
    await settled();
    expect(session.room).toBeNull();
    around.last.say({ case: "room", value: room() });
    expect(await entering).toBeNull();
    expect(session.room?.me?.name).toBe("Ana");
    expect(JSON.parse(storage.getItem("samedeal.identity") ?? "")).toEqual({ ...ana, token: "newer" });
  });

  it("keeps what the room tells before the answer", async () => {
    const entering = session.enter(code);
    await settled();
    around.last.accept();
    around.last.say({ case: "room", value: racing() });
    around.last.say({ case: "ownBoard", value: board(0) });
    around.last.say({ case: "answer", value: { id: 1 } });
    await entering;
    expect(session.room?.seat?.table?.stock).toBe(24);
  });

  it("makes a guest of who is nobody, with the suggested name", async () => {
    storage.clear();
    session = made();
    const guest = { player: "g", name: "Guest 1", token: "t" };
    http.CreateGuest = () =>
      new Response(toBinary(CreateGuestResponseSchema, create(CreateGuestResponseSchema, guest)));
    void session.enter(code);
    await settled();
    expect(session.name).toBe("Guest 1");
    expect(around.last.accept(guest).who.value).toBe("t");
  });

  it("tells that there is no connection to become a guest by", async () => {
    storage.clear();
    session = made();
    expect((await session.enter(code))?.reason).toBe(Reason.UNSPECIFIED);
    expect(around.sockets).toHaveLength(0);
  });

  it("tells why it is refused, and keeps no connection for it", async () => {
    const entering = session.enter(code);
    await settled();
    around.last.accept();
    around.last.say({ case: "answer", value: { id: 1, fault: { reason: Reason.NO_SUCH_ROOM } } });
    expect((await entering)?.reason).toBe(Reason.NO_SUCH_ROOM);
    expect(session.room).toBeNull();
    expect(session.status).toBe("idle");
  });

  it("is asked for again on a new connection as long as there is no answer", async () => {
    void session.enter(code);
    await settled();
    around.last.accept();
    around.last.end();
    await vi.advanceTimersByTimeAsync(500);
    expect(around.last.accept().resume).toBeUndefined();
    expect(around.last.sent()).toMatchObject([{ value: { id: 1, command: { case: "enter" } } }]);
  });

  it("asks once however often it is called", async () => {
    const { socket } = await entered();
    expect(await session.enter(code)).toBeNull();
    expect(socket.sent()).toEqual([]);
    expect(around.sockets).toHaveLength(1);
  });

  it("asks for the last of several rooms only", async () => {
    const first = session.enter("AAAAAA");
    void session.enter(code);
    expect((await first)?.reason).toBe(Reason.UNSPECIFIED);
    await settled();
    around.last.accept();
    expect(around.last.sent()).toMatchObject([{ value: { room: code, command: { case: "enter" } } }]);
  });

  it("leaves the room before, but for a race that goes on", async () => {
    const { socket } = await entered();
    const other = session.enter("HJVDMS");
    await settled();
    expect(socket.sent()).toMatchObject([
      { value: { room: code, command: { case: "leave" } } },
      { value: { room: "HJVDMS", command: { case: "enter" } } },
    ]);
    const third = session.enter("AAAAAA");
    await settled();
    expect((await other)?.reason).toBe(Reason.UNSPECIFIED);
    expect(socket.sent()).toMatchObject([
      { value: { room: "HJVDMS", command: { case: "leave" } } },
      { value: { room: "AAAAAA", command: { case: "enter" } } },
    ]);
    void session.leave();
    expect((await third)?.reason).toBe(Reason.UNSPECIFIED);
  });

  it("does not leave a seat that still races", async () => {
    const { socket } = await seated();
    void session.enter("HJVDMS");
    await settled();
    expect(socket.sent()).toMatchObject([{ value: { room: "HJVDMS", command: { case: "enter" } } }]);
  });
});

describe("leaving", () => {
  it("closes the connection once the server knows", async () => {
    const { socket } = await entered();
    const leaving = session.leave();
    expect(session.room).toBeNull();
    const [leave] = socket.sent();
    expect(leave).toMatchObject({ value: { room: code, command: { case: "leave" } } });
    expect(socket.closed).toBe(false);
    socket.say({ case: "answer", value: { id: leave?.case === "command" ? leave.value.id : 0 } });
    await leaving;
    expect(socket.closed).toBe(true);
    expect(session.status).toBe("idle");
  });

  it("does not wait for a connection that is lost", async () => {
    const { socket } = await entered();
    const leaving = session.leave();
    socket.end();
    await leaving;
    expect(session.status).toBe("idle");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(around.sockets).toHaveLength(1);
  });
});

describe("what a room tells", () => {
  it("counts if it is the newer, and on a new connection in any case", async () => {
    const { socket, inRoom } = await entered(racing());
    socket.say({ case: "room", value: racing({ event: 5n, watchers: 3 }) });
    expect(inRoom.room.watchers).toBe(0);
    socket.say({ case: "room", value: racing({ watchers: 2 }) });
    expect(inRoom.room.watchers).toBe(2);
    socket.say({ case: "progress", value: { room: code, seat: 0, entry: "1-10", progress: { home: 3 } } });
    socket.say({ case: "progress", value: { room: code, seat: 0, entry: "1-9", progress: { home: 2 } } });
    expect(inRoom.shapes(0)?.home).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    socket.end();
    around.last.accept();
    around.last.say({ case: "room", value: racing({ event: 5n, watchers: 1 }) });
    around.last.say({ case: "progress", value: { room: code, entry: "1-9", progress: { home: 2 } } });
    expect(inRoom.room.watchers).toBe(1);
    expect(inRoom.shapes(0)?.home).toBe(2);
  });

  it("is left aside if it is of another room", async () => {
    const { socket, inRoom } = await entered(racing());
    socket.say({ case: "room", value: racing({ code: "HJVDMS", event: 9n }) });
    socket.say({ case: "progress", value: { room: "HJVDMS", entry: "9-9", progress: {} } });
    expect(inRoom.room.event).toBe(6n);
    expect(inRoom.shapes(0)).toBeNull();
  });

  it("shows a rival's board once it may be seen", async () => {
    const { socket, inRoom } = await entered(racing());
    socket.say({ case: "progress", value: { room: code, entry: "1-3", progress: { moves: 3 } } });
    const shown = { columns: ["5D"], foundations: [1, 0, 0, 0], moves: 4 };
    socket.say({ case: "watchedBoard", value: { room: code, entry: "1-4", board: shown } });
    expect(inRoom.shapes(0)).toMatchObject({ moves: 4, home: 1, columns: [1] });
    expect(inRoom.boards).toHaveLength(2);
  });

  it("goes into the history when the own seat has ended", async () => {
    const { socket } = await seated();
    expect(session.history.list()).toEqual([]);
    const result = { ending: Ending.RESIGNED, score: 5, timeMs: 4210 };
    socket.say({
      case: "room",
      value: racing({ event: 7n, seats: [seats[0] ?? {}, { ...seats[1], result }] }),
    });
    expect(session.history.list()).toMatchObject([{ code, variant: "KL1-D3N", score: 5, solo: false }]);
  });
});

describe("commands in a room", () => {
  it("give the fault, or nothing", async () => {
    const { socket, inRoom } = await entered();
    const ready = inRoom.ready(true);
    const start = inRoom.start();
    const rematch = inRoom.rematch(true);
    const ids = socket.sent().map((frame) => (frame.case === "command" ? frame.value.id : 0));
    socket.say({ case: "answer", value: { id: ids[0] ?? 0 } });
    socket.say({ case: "answer", value: { id: ids[1] ?? 0, fault: { reason: Reason.NOT_OWNER } } });
    socket.say({ case: "answer", value: { id: ids[2] ?? 0, room: "HJVDMS" } });
    expect(await ready).toBeNull();
    expect((await start)?.reason).toBe(Reason.NOT_OWNER);
    expect(await rematch).toEqual({ code: "HJVDMS" });
  });
});

describe("a rematch of a room that the player is not in any more", () => {
  it("connects to ask for it, and again when the connection is lost, and closes then", async () => {
    const rematch = session.rematch(code, false);
    await settled();
    around.last.accept();
    around.last.end();
    await vi.advanceTimersByTimeAsync(500);
    around.last.accept();
    expect(around.last.sent()).toMatchObject([
      { value: { id: 1, room: code, command: { case: "rematch" } } },
    ]);
    around.last.say({ case: "answer", value: { id: 1, room: "HJVDMS" } });
    expect(await rematch).toEqual({ code: "HJVDMS" });
    expect(session.status).toBe("idle");
  });

  it("is given up when the server ends the connection for good", async () => {
    const rematch = session.rematch(code, false);
    await settled();
    around.last.accept();
    around.last.end(Close.TAKEN_OVER);
    expect(await rematch).toHaveProperty("fault");
  });
});

describe("the own seat", () => {
  it("plays, and takes the answers", async () => {
    const { socket, seat } = await seated();
    expect(seat.play("35")).toBe(true);
    expect(seat.unanswered).toBe(1);
    expect(seat.legal).toBeNull();
    expect(socket.sent()).toMatchObject([
      { case: "action", value: { room: code, seat: 1, number: 1, action: { case: "word", value: "35" } } },
    ]);
    socket.say({ case: "acknowledgement", value: { own: board(1, { legal: ["n"], movesLeft: 200 }) } });
    expect(seat).toMatchObject({ unanswered: 0, legal: ["n"], movesLeft: 200, ended: false });
  });

  it("tells each refusal apart from the one before", async () => {
    const { socket, seat } = await seated();
    const why = { case: "rule" as const, value: { rule: Rule.NOT_NEXT, detail: "A" } };
    for (const id of [1, 2]) {
      seat.explain("1h");
      socket.say({ case: "refusal", value: { room: code, seat: 1, number: 1, why } });
      expect(seat.refusal).toEqual({ id, word: "1h", rule: Rule.NOT_NEXT, detail: "A" });
    }
  });

  it("takes moves for 2 s without a connection, then none until it is back", async () => {
    const { socket, seat } = await seated();
    socket.end();
    await vi.advanceTimersByTimeAsync(1999);
    expect(seat.play("n")).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(seat.locked).toBe(true);
    expect([seat.play("n"), seat.undo(), seat.explain("1h"), seat.resign()]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(seat.unanswered).toBe(1);
    const hello = around.last.accept();
    expect(hello.resume).toMatchObject({
      room: code,
      event: 6n,
      seats: [{ seat: 1, entry: "1-0", hash: 7n }],
    });
    expect(around.last.sent()).toEqual([]);
    around.last.say({ case: "room", value: racing() });
    around.last.say({ case: "ownBoard", value: board(0) });
    expect(seat.locked).toBe(false);
    expect(around.last.sent()).toMatchObject([{ value: { number: 1, action: { value: "n" } } }]);
  });

  it("is not locked by a loss that is over within 2 s", async () => {
    const { socket, seat } = await seated();
    await vi.advanceTimersByTimeAsync(10_000);
    socket.end();
    around.last.accept();
    around.last.say({ case: "ownBoard", value: board(0) });
    await vi.advanceTimersByTimeAsync(5000);
    expect(seat.locked).toBe(false);
  });

  it("gives up its moves to another page, and goes on from that one's board", async () => {
    const { socket, seat } = await seated();
    seat.play("n");
    socket.end(Close.TAKEN_OVER);
    expect(session.status).toBe("stopped");
    expect(seat).toMatchObject({ locked: true, unanswered: 0 });
    expect(seat.table?.stock).toBe(24);
    session.reconnect();
    await settled();
    around.last.accept();
    around.last.say({ case: "ownBoard", value: board(3) });
    expect(around.last.sent()).toEqual([]);
    expect(seat).toMatchObject({ locked: false });
    expect(seat.table?.moves).toBe(3);
  });

  it("keeps its moves when the server stops the connection for another reason", async () => {
    const { socket, seat } = await seated();
    seat.play("n");
    socket.end(Close.FLOODED);
    expect(seat).toMatchObject({ locked: true, unanswered: 1 });
  });

  it("shows the time since the start, up to its end", async () => {
    const { socket, seat } = await seated();
    await vi.advanceTimersByTimeAsync(1000);
    expect(seat.elapsed()).toBe(1050);
    seat.resign();
    socket.say({ case: "ownBoard", value: board(0, { legal: [], elapsedMs: 1060 }) });
    expect(seat.ended).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seat.elapsed()).toBe(1060);
  });

  it("sends nothing again to a seat that has ended in the meantime", async () => {
    const { socket, seat } = await seated();
    seat.play("n");
    await vi.advanceTimersByTimeAsync(10_000);
    socket.end();
    around.last.accept();
    const result = { ending: Ending.TIME_UP };
    around.last.say({ case: "room", value: racing({ seats: [seats[0] ?? {}, { ...seats[1], result }] }) });
    around.last.say({ case: "ownBoard", value: board(0, { legal: [] }) });
    expect(around.last.sent()).toEqual([]);
    expect(seat).toMatchObject({ ended: true, unanswered: 0, legal: [] });
  });
});

describe("a room that cannot be gone on in", () => {
  async function resumed(reason: Reason): Promise<void> {
    const { socket } = await entered();
    await vi.advanceTimersByTimeAsync(10_000);
    socket.end();
    around.last.accept();
    around.last.say({ case: "answer", value: { id: 0, fault: { reason } } });
    await settled();
  }

  it("is left, and the page is told why", async () => {
    await resumed(Reason.KICKED);
    expect(session.room).toBeNull();
    expect(session.astray?.reason).toBe(Reason.KICKED);
    expect(session.status).toBe("idle");
  });

  it("is tried again after a pause when that may help", async () => {
    await resumed(Reason.BUSY);
    expect(session.room).not.toBeNull();
    expect(session.status).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(around.last.accept().resume?.room).toBe(code);
  });

  it("is still shown with its results when it has ended", async () => {
    const ended = create(GetRoomResponseSchema, { room: racing({ event: 9n, phase: Phase.ENDED }) });
    http.GetRoom = () => new Response(toBinary(GetRoomResponseSchema, ended));
    await resumed(Reason.ROOM_ENDED);
    expect(session.room?.room.phase).toBe(Phase.ENDED);
    expect(session.history.list()).toHaveLength(1);
  });
});

describe("a token that the server does not take", () => {
  const guest = { player: "g", name: "Ana", token: "t" };
  const unauthenticated = () => new Response('{"code":"unauthenticated","message":"over"}', { status: 401 });
  const created = () =>
    new Response(toBinary(CreateGuestResponseSchema, create(CreateGuestResponseSchema, guest)));

  it("stops the connection, and reconnecting goes on as a new guest of the same name", async () => {
    http.CreateGuest = created;
    const entering = session.enter(code);
    await settled();
    around.last.onopen?.();
    around.last.end(Close.TOKEN_OVER);
    expect(session.stop?.code).toBe(Close.TOKEN_OVER);
    session.reconnect();
    await settled();
    expect(around.last.accept(guest).who.value).toBe("t");
    around.last.say({ case: "room", value: room() });
    around.last.say({ case: "answer", value: { id: 1 } });
    expect(await entering).toBeNull();
    expect([session.player, session.name]).toEqual(["g", "Ana"]);
  });

  it("enters the room anew, for who was in one", async () => {
    http.CreateGuest = created;
    const { socket } = await entered();
    socket.end(Close.BAD_TOKEN);
    session.reconnect();
    await settled();
    expect(around.last.accept(guest).resume).toBeUndefined();
    expect(around.last.sent()).toMatchObject([{ value: { room: code, command: { case: "enter" } } }]);
  });

  it("is replaced when a room is made", async () => {
    http.CreateGuest = created;
    const answers = [
      unauthenticated,
      () => new Response(toBinary(CreateRoomResponseSchema, create(CreateRoomResponseSchema, { code }))),
    ];
    http.CreateRoom = () => (answers.shift() ?? unauthenticated)();
    expect(await session.createRoom({ deal: "KL1-D3N" })).toEqual({ code });
    expect(calls).toEqual(["CreateRoom", "CreateGuest", "CreateRoom"]);
  });

  it("does not keep a player from taking a name", async () => {
    http.Rename = unauthenticated;
    http.CreateGuest = created;
    expect(await session.rename("Ana")).toBeNull();
    expect(session.player).toBe("g");
  });
});

describe("the server's clock", () => {
  it("is what the welcome says, going on", async () => {
    void session.enter(code);
    await settled();
    around.last.accept({ nowMs: 5_000_000n });
    await vi.advanceTimersByTimeAsync(250);
    expect(session.now()).toBe(5_000_250);
  });
});
