import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { Reason } from "../wire/codes_pb";
import { FaultSchema } from "../wire/from_server_pb";
import { CreateRoomRequestSchema, CreateRoomResponseSchema } from "../wire/services_pb";
import { Api, ApiFault, faultOf } from "./api";
import { unreachable } from "./fault";

const failed = (error: unknown) => ({ caught: error });
const answering = (body: BodyInit, status = 200) =>
  new Api("http://test", async () => new Response(body, { status }));

describe("Api", () => {
  it("posts the request in binary to the method's address, and reads the answer", async () => {
    const calls: [string, RequestInit | undefined][] = [];
    const api = new Api("http://test/", async (url, init) => {
      calls.push([String(url), init]);
      const body = toBinary(CreateRoomResponseSchema, create(CreateRoomResponseSchema, { code: "BKTWRN" }));
      return new Response(body);
    });
    const made = await api.createRoom("token", "id", { deal: "KL1-D3N", seats: 2 });
    expect(made.code).toBe("BKTWRN");
    const [url, init] = calls[0] ?? [];
    expect(url).toBe("http://test/api/samedeal.v1.RoomService/CreateRoom");
    expect(init).toMatchObject({ method: "POST", headers: { "content-type": "application/proto" } });
    expect(fromBinary(CreateRoomRequestSchema, init?.body as Uint8Array)).toMatchObject({
      token: "token",
      requestId: "id",
      options: { deal: "KL1-D3N", seats: 2 },
    });
  });

  it("tells the fault in an error's details", async () => {
    const fault = create(FaultSchema, { reason: Reason.BAD_NAME, text: "the name is empty" });
    const value = base64Encode(toBinary(FaultSchema, fault)).replace(/=+$/, "");
    const error = { code: "invalid_argument", message: "x", details: [{ type: "samedeal.v1.Fault", value }] };
    const { caught } = (await answering(JSON.stringify(error), 400).createGuest("").catch(failed)) as {
      caught: unknown;
    };
    expect(caught).toBeInstanceOf(ApiFault);
    expect(faultOf(caught)).toEqual({ reason: Reason.BAD_NAME, text: "the name is empty" });
    expect((caught as ApiFault).unauthenticated).toBe(false);
  });

  it("knows a token that is not taken, with or without details", async () => {
    const api = answering('{"code":"unauthenticated","message":"token: over"}', 401);
    const { caught } = (await api.rename("t", "Ana").catch(failed)) as { caught: ApiFault };
    expect(caught.unauthenticated).toBe(true);
    expect(caught.fault).toEqual({ reason: Reason.UNSPECIFIED, text: "token: over" });
  });

  it("takes a proxy's page and a lost network for no answer", async () => {
    const proxy = await answering("<html>bad gateway</html>", 502).getRoom("BKTWRN").catch(failed);
    const offline = new Api("http://test", () => Promise.reject(new TypeError("failed to fetch")));
    const lost = await offline.listRooms(5).catch(failed);
    for (const result of [proxy, lost] as { caught: unknown }[]) {
      expect(result.caught).toBeInstanceOf(Error);
      expect(faultOf(result.caught)).toBe(unreachable);
    }
  });
});
