import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ApiFault } from "../net/api";
import {
  BoardPart,
  type GetBoardRequest,
  type GetBoardResponse,
  GetBoardResponseSchema,
} from "../wire/boards_pb";
import { Reason } from "../wire/codes_pb";
import { Ranking } from "../wire/room_pb";
import { BoardView, type Wanted } from "./view.svelte";

const all: Wanted = { board: "all/FC1-C4", part: "all", ranking: Ranking.UNSPECIFIED, from: 1, most: 20 };

/** waiting is a service whose answers are given one by one. */
function waiting() {
  const calls: {
    request: GetBoardRequest;
    resolve: (answer: GetBoardResponse) => void;
    reject: (error: Error) => void;
  }[] = [];
  const call = (_: unknown, request: GetBoardRequest) =>
    new Promise<GetBoardResponse>((resolve, reject) => calls.push({ request, resolve, reject }));
  const view = new BoardView({ api: { call }, token: "token" } as never);
  return { calls, view };
}

const answer = (board: string) => create(GetBoardResponseSchema, { board });

test("the answer that comes last for what was asked first is not shown", async () => {
  const { calls, view } = waiting();
  const first = view.load(all);
  const second = view.load({ ...all, part: "friends" });
  calls[1]?.resolve(answer("second"));
  calls[0]?.resolve(answer("first"));
  await Promise.all([first, second]);
  expect([view.answer?.board, view.shown?.part, view.loading]).toEqual(["second", "friends", false]);
});

test("while another page of a board is on its way, the one before stays; another board's does not", async () => {
  const { calls, view } = waiting();
  const first = view.load(all);
  calls[0]?.resolve(answer("here"));
  await first;
  const next = view.load({ ...all, from: 21 });
  expect([view.answer?.board, view.loading]).toEqual(["here", true]);
  calls[1]?.reject(new ApiFault({ reason: Reason.BUSY, text: "" }, false));
  await next;
  expect([view.answer?.board, view.fault?.reason, view.loading]).toEqual(["here", Reason.BUSY, false]);
  void view.load({ ...all, board: "all/KL1-D3N" });
  expect([view.answer, view.fault]).toEqual([null, null]);
});

test("only the whole board is asked for from a row on", async () => {
  const { calls, view } = waiting();
  void view.load({ ...all, from: 41 });
  void view.load({ ...all, part: "around", from: 41 });
  expect(calls.map(({ request }) => [request.part, request.from])).toEqual([
    [BoardPart.PAGE, 41],
    [BoardPart.AROUND_ME, 0],
  ]);
});
