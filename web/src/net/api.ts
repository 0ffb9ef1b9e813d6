import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { Reason } from "../wire/codes_pb";
import { FaultSchema } from "../wire/from_server_pb";
import type { Room, RoomOptionsSchema } from "../wire/room_pb";
import {
  type CreateDeviceCodeResponse,
  type CreateGuestResponse,
  type CreateRoomResponse,
  type GetGamesResponse,
  type GetReplayResponse,
  PlayerService,
  type ReportKind,
  RoomService,
  type UseDeviceCodeResponse,
} from "../wire/services_pb";
import { type Fault, unreachable } from "./fault";

/** How long a call may take, in milliseconds. */
const patience = 20_000;

/** ApiFault is a call's failure as the server tells it. A call that got no answer fails with another error. */
export class ApiFault extends Error {
  readonly fault: Fault;
  /** Whether the server does not take the token. */
  readonly unauthenticated: boolean;

  constructor(fault: Fault, unauthenticated: boolean) {
    super(fault.text);
    this.name = "ApiFault";
    this.fault = fault;
    this.unauthenticated = unauthenticated;
  }
}

/** faultOf is the fault to show for whatever a call failed with. */
export const faultOf = (error: unknown): Fault => (error instanceof ApiFault ? error.fault : unreachable);

export type RoomOptionsInit = MessageInitShape<typeof RoomOptionsSchema>;

/** Report is what a player tells of another in a room. */
export interface Report {
  /** The room's code. */
  readonly room: string;
  /** The id of who is reported. */
  readonly player: string;
  readonly kind: ReportKind;
  /** At most 500 characters. */
  readonly text: string;
}

/** Api is the services over HTTP. */
export class Api {
  readonly #base: string;
  readonly #fetch: typeof fetch;

  /** The base is the server's address without a path. */
  constructor(base: string, fetcher: typeof fetch = (...call) => fetch(...call)) {
    this.#base = base.replace(/\/$/, "");
    this.#fetch = fetcher;
  }

  createGuest(name: string): Promise<CreateGuestResponse> {
    return this.call(PlayerService.method.createGuest, { name });
  }

  /** rename gives the name as it will be shown. */
  async rename(token: string, name: string): Promise<string> {
    return (await this.call(PlayerService.method.rename, { token, name })).name;
  }

  createDeviceCode(token: string): Promise<CreateDeviceCodeResponse> {
    return this.call(PlayerService.method.createDeviceCode, { token });
  }

  useDeviceCode(code: string): Promise<UseDeviceCodeResponse> {
    return this.call(PlayerService.method.useDeviceCode, { code });
  }

  /** logOutEverywhere gives the only token that is good; with the same request id also when asked again. */
  async logOutEverywhere(token: string, requestId: string): Promise<string> {
    return (await this.call(PlayerService.method.logOutEverywhere, { token, requestId })).token;
  }

  async deleteAccount(token: string): Promise<void> {
    await this.call(PlayerService.method.deleteAccount, { token });
  }

  async reportPlayer(token: string, report: Report): Promise<void> {
    await this.call(PlayerService.method.reportPlayer, { token, ...report });
  }

  /** createRoom with the same request id makes no second room. */
  createRoom(token: string, requestId: string, options: RoomOptionsInit): Promise<CreateRoomResponse> {
    return this.call(RoomService.method.createRoom, { token, requestId, options });
  }

  async getRoom(code: string): Promise<Room> {
    const { room } = await this.call(RoomService.method.getRoom, { code });
    if (!room) throw new Error("the server's answer has no room");
    return room;
  }

  /** listRooms gives the listed rooms that can be joined or watched, the newest first. */
  async listRooms(most: number): Promise<Room[]> {
    return (await this.call(RoomService.method.listRooms, { most })).rooms;
  }

  getGames(code: string): Promise<GetGamesResponse> {
    return this.call(RoomService.method.getGames, { code });
  }

  /** getReplay gives at most 500 steps, beginning with step from. Only a daily's room asks for the token. */
  getReplay(code: string, seat: number, from: number, token: string): Promise<GetReplayResponse> {
    return this.call(RoomService.method.getReplay, { code, seat, from, token });
  }

  /** call calls any of the services. Those that only some pages need are called so, and loaded with them. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    const response = await this.#fetch(`${this.#base}/api/${method.parent.typeName}/${method.name}`, {
      method: "POST",
      headers: { "content-type": "application/proto", "connect-protocol-version": "1" },
      body: toBinary(method.input, create(method.input, request)),
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw await failure(response);
    return fromBinary(method.output, new Uint8Array(await response.arrayBuffer()));
  }
}

interface ConnectError {
  code?: string;
  message?: string;
  details?: { type?: string; value?: string }[];
}

/** failure reads an error of the Connect protocol; what is none comes from something before the server. */
async function failure(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    const error = JSON.parse(text) as ConnectError;
    return new ApiFault(faultIn(error), error.code === "unauthenticated");
  } catch {
    return new Error(`HTTP status ${response.status}: ${text.slice(0, 200)}`);
  }
}

function faultIn(error: ConnectError): Fault {
  for (const { type, value } of error.details ?? []) {
    if (type === FaultSchema.typeName && value !== undefined) {
      const { reason, text } = fromBinary(FaultSchema, base64Decode(value));
      return { reason, text };
    }
  }
  return { reason: Reason.UNSPECIFIED, text: error.message ?? error.code ?? "" };
}
