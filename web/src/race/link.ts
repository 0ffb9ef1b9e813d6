import type { CommandInit } from "../net/commands";
import type { Surroundings } from "../net/surroundings";
import type { ClientFrame } from "../wire/from_client_pb";
import type { Answer } from "../wire/from_server_pb";

/** Link is what a room and a seat need of the connection. */
export interface Link {
  readonly around: Surroundings;
  /** The player's id, null before there is one. */
  readonly player: string | null;
  /** send gives false without a connection. */
  send(frame: ClientFrame): boolean;
  /** command waits for the answer, whatever becomes of the connection. */
  command(room: string, command: CommandInit): Promise<Answer>;
}
