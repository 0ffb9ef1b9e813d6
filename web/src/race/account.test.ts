import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memory, Scripted } from "../net/scripted";
import { Close, Reason } from "../wire/codes_pb";
import { RoomSchema } from "../wire/room_pb";
import {
  CreateDeviceCodeResponseSchema,
  DeleteAccountResponseSchema,
  LogOutEverywhereRequestSchema,
  LogOutEverywhereResponseSchema,
  ReportKind,
  ReportPlayerRequestSchema,
  ReportPlayerResponseSchema,
  UseDeviceCodeResponseSchema,
} from "../wire/services_pb";
import { Session } from "./session.svelte";

const ana = { player: "ana", name: "Ana", token: "token" };
const code = "BKTWRN";

let around: Scripted;
let storage: Storage;
let session: Session;
/** What was called over HTTP, with what. */
let calls: { method: string; body: Uint8Array }[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  vi.useFakeTimers();
  around = new Scripted();
  storage = memory();
  storage.setItem("samedeal.identity", JSON.stringify(ana));
  calls = [];
  answers = {};
  vi.stubGlobal("fetch", async (url: string, { body }: { body: Uint8Array }) => {
    const method = url.split("/").at(-1) ?? "";
    calls.push({ method, body });
    const answer = answers[method];
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

const settled = () => vi.advanceTimersByTimeAsync(0);
const kept = () => JSON.parse(storage.getItem("samedeal.identity") ?? "null");
const refused = (connect: string) => () =>
  new Response(JSON.stringify({ code: connect, message: "no" }), { status: 401 });

/** enter brings a session into a room. */
async function enter(): Promise<void> {
  const entering = session.enter(code);
  await settled();
  around.last.accept();
  around.last.say({ case: "room", value: create(RoomSchema, { code, event: 1n }) });
  around.last.say({ case: "answer", value: { id: 1 } });
  expect(await entering).toBeNull();
}

const loggedOut = () =>
  new Response(
    toBinary(LogOutEverywhereResponseSchema, create(LogOutEverywhereResponseSchema, { token: "fresh" })),
  );

test("a code from another device makes this browser that player", async () => {
  const ben = { player: "ben", name: "Ben", token: "bens" };
  answers.UseDeviceCode = () =>
    new Response(toBinary(UseDeviceCodeResponseSchema, create(UseDeviceCodeResponseSchema, ben)));
  session.history.record({ code, at: 1, variant: "KL1-D3N", solo: true });
  expect(await session.useDeviceCode("KWTNRHZBDV")).toBeNull();
  expect([session.player, session.name, kept()]).toMatchObject(["ben", "Ben", ben]);
  expect(session.history.list(), "the races of who played here before").toEqual([]);
  // The same player's own are theirs.
  session.history.record({ code, at: 1, variant: "KL1-D3N", solo: true });
  expect(await session.useDeviceCode("KWTNRHZBDV")).toBeNull();
  expect(session.history.list()).toHaveLength(1);
});

test("who gives up a token is nobody, and the name stays for the next guest", () => {
  session.forget("another");
  expect([session.player, kept()]).toEqual(["ana", ana]);
  session.forget("token");
  expect([session.player, session.name, kept()]).toEqual([null, "Ana", null]);
});

test("who gives up a token of which another page has a newer one is still known", () => {
  storage.setItem("samedeal.identity", JSON.stringify({ ...ana, token: "fresh" }));
  session.forget("token");
  expect([session.player, session.token]).toEqual(["ana", "fresh"]);
});

test("a code that is not good changes nothing", async () => {
  answers.UseDeviceCode = refused("not_found");
  expect(await session.useDeviceCode("KWTNRHZBDV")).not.toBeNull();
  expect([session.player, kept()]).toEqual(["ana", ana]);
});

test("a code is made for the player, and a failure is told", async () => {
  expect(await session.createDeviceCode()).toMatchObject({ fault: { reason: Reason.UNSPECIFIED } });
  const made = { code: "KWTNRHZBDV", seconds: 300 };
  answers.CreateDeviceCode = () =>
    new Response(toBinary(CreateDeviceCodeResponseSchema, create(CreateDeviceCodeResponseSchema, made)));
  expect(await session.createDeviceCode()).toMatchObject(made);
});

test("who logs out everywhere else goes on here, in the room", async () => {
  await enter();
  answers.LogOutEverywhere = loggedOut;
  expect(await session.logOutEverywhere()).toBeNull();
  around.last.end(Close.TOKEN_OVER);
  await settled();
  const hello = around.last.accept({ token: "fresher" });
  expect([hello.who.value, hello.resume?.room]).toEqual(["fresh", code]);
  expect([session.stop, session.room?.code]).toEqual([null, code]);
});

test("the connection may end before the answer has come", async () => {
  await enter();
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const done = session.logOutEverywhere();
  around.last.end(Close.TOKEN_OVER);
  expect(session.status).toBe("stopped");
  answer(loggedOut());
  expect(await done).toBeNull();
  await settled();
  expect(around.last.accept().who.value).toBe("fresh");
});

test("another page of this browser goes on with the token that this one has got", async () => {
  await enter();
  storage.setItem("samedeal.identity", JSON.stringify({ ...ana, token: "fresh" }));
  around.last.end(Close.TOKEN_OVER);
  await settled();
  expect(around.last.accept().who.value).toBe("fresh");
});

test("who was logged out by another device is told, and does not try for ever", async () => {
  await enter();
  const { length } = around.sockets;
  around.last.end(Close.TOKEN_OVER);
  await settled();
  expect([session.status, around.sockets.length]).toEqual(["stopped", length]);
});

test("a log-out whose answer is lost is asked for again by the same id, or nobody had a token", async () => {
  let left = 3;
  answers.LogOutEverywhere = () => {
    left -= 1;
    if (left >= 0) throw new TypeError("failed to fetch");
    return loggedOut();
  };
  expect(await session.logOutEverywhere()).not.toBeNull();
  expect(kept().token).toBe("token");
  expect(await session.logOutEverywhere()).toBeNull();
  expect(kept().token).toBe("fresh");
  const requests = calls.map(({ body }) => fromBinary(LogOutEverywhereRequestSchema, body));
  expect(new Set(requests.map(({ token, requestId }) => `${token} ${requestId}`)).size).toBe(1);
});

test("a deleted account is forgotten here too, with its races", async () => {
  session.history.record({ code, at: 1, variant: "KL1-D3N", solo: true });
  expect(await session.deleteAccount()).not.toBeNull();
  expect([session.player, kept()]).toEqual(["ana", ana]);
  answers.DeleteAccount = () =>
    new Response(toBinary(DeleteAccountResponseSchema, create(DeleteAccountResponseSchema)));
  expect(await session.deleteAccount()).toBeNull();
  expect([session.player, session.name, kept(), session.history.list()]).toEqual([null, "", null, []]);
});

test("an account that was deleted before is forgotten all the same", async () => {
  answers.DeleteAccount = refused("unauthenticated");
  expect(await session.deleteAccount()).toBeNull();
  expect(kept()).toBeNull();
});

test("a report says who, where and what", async () => {
  answers.ReportPlayer = () =>
    new Response(toBinary(ReportPlayerResponseSchema, create(ReportPlayerResponseSchema)));
  const report = { room: code, player: "ben", kind: ReportKind.PLAY, text: "a text" };
  expect(await session.report(report)).toBeNull();
  const [sent] = calls.map(({ body }) => fromBinary(ReportPlayerRequestSchema, body));
  expect(sent).toMatchObject({ token: "token", ...report });
});
