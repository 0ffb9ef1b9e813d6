import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Reason } from "../wire/codes_pb";
import { AnswerSchema } from "../wire/from_server_pb";
import { Commands } from "./commands";
import { abandoned } from "./fault";

const answer = (id: number, reason?: Reason) =>
  create(AnswerSchema, { id, ...(reason !== undefined && { fault: { reason } }) });

describe("Commands", () => {
  it("gives each its own answer, in whatever order they come", async () => {
    const commands = new Commands();
    const first = commands.add("ROOM", { case: "start", value: {} });
    const second = commands.add("ROOM", { case: "leave", value: {} });
    expect([first, second].map(({ frame }) => frame.frame.value)).toMatchObject([{ id: 1 }, { id: 2 }]);
    commands.answered(answer(2));
    commands.answered(answer(1, Reason.NOT_OWNER));
    expect((await first.answer).fault?.reason).toBe(Reason.NOT_OWNER);
    expect((await second.answer).fault).toBeUndefined();
  });

  it("sends those without an answer again, and no others", () => {
    const commands = new Commands();
    void commands.add("ROOM", { case: "start", value: {} }).answer;
    const { frame } = commands.add("ROOM", { case: "enter", value: {} });
    commands.answered(answer(1));
    expect(commands.again()).toEqual([frame]);
  });

  it("takes a start that was sent twice as done when the room has started", async () => {
    for (const isResent of [true, false]) {
      const commands = new Commands();
      const start = commands.add("ROOM", { case: "start", value: {} });
      if (isResent) commands.again();
      commands.answered(answer(1, Reason.ALREADY_STARTED));
      expect((await start.answer).fault === undefined).toBe(isResent);
    }
  });

  it("leaves nobody waiting for a room that was left", async () => {
    const commands = new Commands();
    const left = commands.add("ROOM", { case: "start", value: {} });
    commands.add("OTHER", { case: "start", value: {} });
    commands.abandon("ROOM");
    expect((await left.answer).fault).toMatchObject(abandoned);
    expect(commands.again()).toHaveLength(1);
  });
});
