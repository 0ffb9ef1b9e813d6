import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Reason } from "../wire/codes_pb";
import { type ClientFrame, ClientFrameSchema, type CommandSchema } from "../wire/from_client_pb";
import { type Answer, AnswerSchema } from "../wire/from_server_pb";
import { abandoned } from "./fault";

/** CommandInit is what a command asks for. */
export type CommandInit = NonNullable<MessageInitShape<typeof CommandSchema>["command"]>;

interface Waiting {
  readonly frame: ClientFrame;
  readonly room: string;
  readonly kind: CommandInit["case"];
  resent: boolean;
  readonly settle: (answer: Answer) => void;
}

/** Commands are those that wait for their answers. They are sent again on each new connection. */
export class Commands {
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** add gives the frame to be sent and the answer to come. */
  add(room: string, command: CommandInit): { frame: ClientFrame; answer: Promise<Answer> } {
    const id = ++this.#last;
    const frame = create(ClientFrameSchema, { frame: { case: "command", value: { id, room, command } } });
    const answer = new Promise<Answer>((settle) => {
      this.#waiting.set(id, { frame, room, kind: command.case, resent: false, settle });
    });
    return { frame, answer };
  }

  answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    waiting.settle(isDone(waiting, answer) ? create(AnswerSchema, { id: answer.id }) : answer);
  }

  /** again gives what is to be sent on a new connection. */
  again(): ClientFrame[] {
    return [...this.#waiting.values()].map((waiting) => {
      waiting.resent = true;
      return waiting.frame;
    });
  }

  /** abandon gives up those of a room: no answer to them is waited for any more. */
  abandon(room: string): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.room === room) this.#giveUp(id, waiting);
    }
  }

  abandonAll(): void {
    for (const [id, waiting] of this.#waiting) this.#giveUp(id, waiting);
  }

  #giveUp(id: number, waiting: Waiting): void {
    this.#waiting.delete(id);
    waiting.settle(create(AnswerSchema, { id, fault: abandoned }));
  }
}

/** isDone: it had to be sent again, and the first time did it. */
function isDone({ kind, resent }: Waiting, { fault }: Answer): boolean {
  if (!resent || !fault) return false;
  return (
    (kind === "start" && fault.reason === Reason.ALREADY_STARTED) ||
    (kind === "leave" && fault.reason === Reason.NOT_IN_ROOM)
  );
}
