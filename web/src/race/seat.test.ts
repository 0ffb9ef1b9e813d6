import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { parseVariant } from "../table/table";
import { Reason, Rule } from "../wire/codes_pb";
import { GapSchema, RefusalSchema } from "../wire/from_server_pb";
import { type Answer, apply, played, Server } from "./model";
import { type Act, SeatQueue } from "./seat";

const variant = parseVariant("KL1-D3N");

/** begun is a seat at the start of its race, with the server that it plays on. */
function begun(server = new Server()): { server: Server; seat: SeatQueue } {
  const seat = new SeatQueue(variant, apply);
  seat.board(server.board());
  return { server, seat };
}

/** acts takes what a test expects to be taken. */
function acts(taken: readonly Act[] | null): readonly Act[] {
  if (taken === null) throw new Error("the word was not taken");
  return taken;
}

function give(seat: SeatQueue, answer: Answer): readonly Act[] {
  switch (answer.kind) {
    case "acknowledgement":
      seat.acknowledged(answer.value);
      return seat.due();
    case "refusal":
      seat.refused(answer.value);
      return seat.due();
    case "gap":
      seat.gap(answer.value);
      return seat.due();
    case "board":
      return seat.board(answer.value);
  }
}

/** answer has the server answer what was sent. */
function answer(server: Server, seat: SeatQueue, sent: readonly Act[]): void {
  for (const act of sent) give(seat, server.act(act));
}

const scores = (words: readonly string[]) => played(words).score;

describe("playing", () => {
  it("takes nothing before the board is there", () => {
    const seat = new SeatQueue(variant, apply);
    expect([seat.play("a"), seat.probe("a"), seat.resign()]).toEqual([null, null, null]);
    expect(seat.table).toBeNull();
    expect(seat.legal).toBeNull();
  });

  it("shows a move at once, and knows no legal moves until it is answered", () => {
    const { server, seat } = begun();
    expect(seat.legal).toEqual(["legal after 0"]);
    const sent = acts(seat.play("a"));
    expect(sent).toEqual([{ number: 1, word: "a" }]);
    expect(seat.table?.score).toBe(scores(["a"]));
    expect(seat.legal).toBeNull();
    expect(seat.unanswered).toBe(1);
    answer(server, seat, sent);
    expect(seat.legal).toEqual(["legal after 1"]);
    expect(seat.unanswered).toBe(0);
  });

  it("numbers what is sent before the answers come", () => {
    const { seat } = begun();
    const sent = ["a", "b", "c"].flatMap((word) => acts(seat.play(word)));
    expect(sent.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(seat.table?.score).toBe(scores(["a", "b", "c"]));
  });

  it("takes back to the board told last when a move is refused, with all that was sent behind it", () => {
    const { server, seat } = begun(new Server((word) => word === "bad"));
    answer(server, seat, acts(seat.play("a")));
    const table = seat.table;
    const [bad, behind] = [acts(seat.play("bad")), acts(seat.play("b"))];
    const refused = server.act(bad[0] as Act);
    expect(seat.refused((refused as Answer & { kind: "refusal" }).value)).toEqual({
      word: "bad",
      rule: Rule.WRONG_RANK,
      detail: "",
    });
    expect(seat.table).toBe(table);
    // A new move has the free number. It waits for the answer to the fallen one, which must not strike it.
    expect(seat.play("c")).toEqual([]);
    const anew = give(seat, server.act(behind[0] as Act));
    expect(anew).toEqual([{ number: 2, word: "c" }]);
    expect(seat.table?.score).toBe(scores(["a", "c"]));
    answer(server, seat, anew);
    expect(server.words).toEqual(["a", "c"]);
    expect(seat.unanswered).toBe(0);
  });

  it("drops a move that has overtaken the one before it, and keeps that one", () => {
    const { server, seat } = begun();
    const [a, b] = [acts(seat.play("a")), acts(seat.play("b"))];
    answer(server, seat, [...b, ...a]);
    expect(server.words).toEqual(["a"]);
    expect(seat.table?.score).toBe(scores(["a"]));
    expect(seat.unanswered).toBe(0);
    expect(seat.play("b")).toEqual([{ number: 2, word: "b" }]);
  });

  it("takes a gap that names no move for the answer to the oldest", () => {
    const { seat } = begun();
    for (const word of ["a", "b", "c"]) acts(seat.play(word));
    seat.refused(new Server().refusal(1));
    seat.gap(create(GapSchema, { expected: 1 }));
    seat.gap(create(GapSchema, { expected: 1 }));
    expect(seat.play("d")).toEqual([{ number: 1, word: "d" }]);
  });

  it("goes on where the server is, should that have less than it told", () => {
    const { server, seat } = begun();
    server.words = ["a", "b"];
    seat.board(server.board());
    server.crash(1);
    const sent = [...acts(seat.play("c")), ...acts(seat.play("d"))];
    answer(server, seat, sent);
    expect(seat.play("e")).toEqual([{ number: 2, word: "e" }]);
  });

  it("does not tell of what has fallen with another", () => {
    const { server, seat } = begun();
    acts(seat.play("a"));
    acts(seat.play("b"));
    expect(seat.refused(server.refusal(1))).not.toBeNull();
    expect(seat.refused(server.refusal(2))).toBeNull();
  });

  it("holds no more than can be sent again", () => {
    const { server, seat } = begun();
    const sent = Array.from({ length: 256 }, (_, i) => acts(seat.play(`w${i}`))).flat();
    expect(seat.play("one more")).toBeNull();
    answer(server, seat, sent.slice(0, 1));
    expect(seat.play("one more")).not.toBeNull();
  });
});

describe("undo", () => {
  it("is shown at once where the table before is known", () => {
    const { server, seat } = begun();
    answer(server, seat, [...acts(seat.play("a")), ...acts(seat.play("b"))]);
    const sent = acts(seat.play("u"));
    expect(seat.table).toMatchObject({ score: scores(["a"]), moves: 2, undoable: 1 });
    const shown = seat.table;
    answer(server, seat, sent);
    expect(seat.table).toEqual(shown);
  });

  it("goes back over moves that are not answered yet", () => {
    const { seat } = begun();
    for (const word of ["a", "b", "u", "u"]) acts(seat.play(word));
    expect(seat.table).toMatchObject({ score: scores([]), undoable: 0 });
    expect(seat.play("u")).toBeNull();
  });

  it("moves nothing before the answer where the table before is not known", () => {
    const { server } = begun();
    server.words = ["a", "b", "c"];
    const seat = new SeatQueue(variant, apply);
    seat.board(server.board());
    const sent = [...acts(seat.play("u")), ...acts(seat.play("u"))];
    expect(seat.table).toMatchObject({ score: scores(["a", "b", "c"]), undoable: 1 });
    // A move now would be made on a table that is not there any more.
    expect(seat.play("d")).toBeNull();
    answer(server, seat, sent);
    expect(seat.table).toMatchObject({ score: scores(["a"]), undoable: 1 });
    expect(seat.play("d")).not.toBeNull();
  });

  it("reaches back 100 moves and no further", () => {
    const { server, seat } = begun();
    for (let i = 0; i < 130; i++) answer(server, seat, acts(seat.play(`w${i}`)));
    expect(seat.table?.undoable).toBe(100);
    for (let i = 0; i < 100; i++) {
      const sent = acts(seat.play("u"));
      const shown = seat.table;
      answer(server, seat, sent);
      expect(seat.table).toEqual(shown);
    }
    expect(seat.play("u")).toBeNull();
  });
});

describe("a probe", () => {
  it("does not use its number up, and changes nothing", () => {
    const { server, seat } = begun(new Server((word) => word === "bad"));
    const table = seat.table;
    const probe = acts(seat.probe("bad"));
    expect(seat.table).toBe(table);
    expect(seat.legal).toEqual(["legal after 0"]);
    const move = acts(seat.play("a"));
    expect([...probe, ...move].map(({ number }) => number)).toEqual([1, 1]);
    answer(server, seat, [...probe, ...move]);
    expect(seat.table?.score).toBe(scores(["a"]));
    expect(server.words).toEqual(["a"]);
  });

  it("that was accepted after all throws away what was sent behind it", () => {
    const { server, seat } = begun();
    const sent = [...acts(seat.probe("legal")), ...acts(seat.play("a")), ...acts(seat.play("b"))];
    answer(server, seat, sent.slice(0, 1));
    expect(seat.table?.score).toBe(scores(["legal"]));
    expect(seat.unanswered).toBe(0);
    answer(server, seat, sent.slice(1));
    // The server may have taken the one that had the next number.
    expect(seat.table?.score).toBe(scores(server.words));
    answer(server, seat, acts(seat.play("c")));
    expect(seat.table?.score).toBe(scores(server.words));
  });

  it("that has overtaken a move does not drop the one behind it", () => {
    const { server, seat } = begun(new Server((word) => word === "bad"));
    const [a, probe, b] = [acts(seat.play("a")), acts(seat.probe("bad")), acts(seat.play("b"))];
    answer(server, seat, probe);
    expect(seat.unanswered).toBe(2);
    answer(server, seat, [...a, ...b]);
    expect(server.words).toEqual(["a", "b"]);
    expect(seat.table?.score).toBe(scores(["a", "b"]));
  });

  it("is not taken for the undo that has overtaken it", () => {
    const { server, seat } = begun(new Server((word) => word === "bad"));
    answer(server, seat, [...acts(seat.play("a")), ...acts(seat.play("b"))]);
    const probe = acts(seat.probe("bad"));
    answer(server, seat, [...acts(seat.play("u")), ...probe]);
    expect(server.words).toEqual(["a", "b", "u"]);
    expect(seat.table?.score).toBe(scores(["a"]));
    // What was there before is not known, and is not guessed.
    acts(seat.play("u"));
    expect(seat.table?.score).toBe(scores(["a"]));
  });

  it("is not sent again after a lost connection", () => {
    const { server, seat } = begun();
    acts(seat.probe("bad"));
    seat.lost();
    expect(seat.probe("bad")).toBeNull();
    expect(seat.board(server.board())).toEqual([]);
  });
});

describe("a new connection", () => {
  it("sends again, in order, what the server has not got, and what was played in between", () => {
    const { server, seat } = begun();
    const sent = ["a", "b"].flatMap((word) => acts(seat.play(word)));
    server.act(sent[0] as Act);
    seat.lost();
    expect(seat.play("c")).toEqual([]);
    expect(seat.table?.score).toBe(scores(["a", "b", "c"]));
    const again = seat.board(server.board());
    expect(again).toEqual([
      { number: 2, word: "b" },
      { number: 3, word: "c" },
    ]);
    answer(server, seat, again);
    expect(server.words).toEqual(["a", "b", "c"]);
    expect(seat.unanswered).toBe(0);
  });

  it("brings back acknowledged moves that a crash has lost", () => {
    const { server, seat } = begun();
    answer(
      server,
      seat,
      ["a", "b", "c"].flatMap((word) => acts(seat.play(word))),
    );
    seat.lost();
    server.crash(2);
    const again = seat.board(server.board());
    expect(again.map(({ word }) => word)).toEqual(["b", "c"]);
    answer(server, seat, again);
    expect(server.words).toEqual(["a", "b", "c"]);
  });

  it("forgets what it holds when the next number is not among it", () => {
    const { server, seat } = begun();
    answer(server, seat, acts(seat.play("a")));
    seat.lost();
    const other = new SeatQueue(variant, apply);
    other.board(server.board());
    acts(other.play("b"));
    other.lost();
    server.crash(1);
    expect(other.board(server.board())).toEqual([]);
    expect(other.table?.score).toBe(scores([]));
  });

  it("sends nothing again once another page has the seat", () => {
    const { server, seat } = begun();
    acts(seat.play("a"));
    seat.lost();
    seat.abandon();
    expect(seat.table?.score).toBe(scores([]));
    expect(seat.board(server.board())).toEqual([]);
  });

  it("keeps the tables for undo if nothing has happened in between", () => {
    const { server, seat } = begun();
    answer(server, seat, acts(seat.play("a")));
    seat.lost();
    seat.board(server.board());
    acts(seat.play("u"));
    expect(seat.table?.score).toBe(scores([]));
  });
});

describe("a board that comes by itself", () => {
  it("throws away what is held when another page's action had the number", () => {
    const { server, seat } = begun();
    server.act({ number: 1, word: "of another page" });
    answer(server, seat, acts(seat.play("a")));
    expect(seat.table?.score).toBe(scores(["of another page"]));
    expect(seat.unanswered).toBe(0);
    expect(acts(seat.play("b"))).toEqual([{ number: 2, word: "b" }]);
  });

  it("may answer an action that overtook another, and leaves nothing to wait for", () => {
    const { server, seat } = begun();
    server.words = ["a", "of another page"];
    const [a, b] = [acts(seat.play("a")), acts(seat.play("b"))];
    answer(server, seat, [...b, ...a]);
    expect(seat.table?.score).toBe(scores(server.words));
    expect(seat.play("c")).toEqual([{ number: 3, word: "c" }]);
  });

  it("is left aside when it is older than what was told", () => {
    const { server, seat } = begun();
    const old = server.board();
    answer(server, seat, acts(seat.play("a")));
    expect(seat.board(old)).toEqual([]);
    expect(seat.table?.score).toBe(scores(["a"]));
  });

  it("is not the game any more when an acknowledgement comes again", () => {
    const { server, seat } = begun();
    const [a] = acts(seat.play("a"));
    answer(server, seat, [a as Act, ...acts(seat.play("b"))]);
    give(seat, server.act(a as Act));
    expect(seat.table?.score).toBe(scores(["a", "b"]));
  });
});

describe("the end", () => {
  it("comes with the answer to a resignation, which takes no number", () => {
    const { server, seat } = begun();
    const sent = [...acts(seat.play("a")), ...acts(seat.resign())];
    expect(sent.at(-1)).toEqual({ number: 2, word: null });
    expect([seat.play("b"), seat.resign()]).toEqual([null, null]);
    answer(server, seat, sent);
    expect(seat.ended).toBe(true);
    expect(seat.legal).toEqual([]);
    expect(seat.unanswered).toBe(0);
    expect(seat.table?.score).toBe(scores(["a"]));
  });

  it("comes for an action that was too late, and tells why", () => {
    const { seat } = begun();
    acts(seat.play("a"));
    const fault = { reason: Reason.SEAT_ENDED, text: "time is up" };
    const refusal = create(RefusalSchema, { number: 1, why: { case: "fault", value: fault } });
    expect(seat.refused(refusal)).toMatchObject({ word: "a", fault });
    expect(seat.ended).toBe(true);
    expect(seat.table?.score).toBe(scores([]));
  });

  it("is not told to who resigned a seat that had ended", () => {
    const { seat } = begun();
    acts(seat.resign());
    const why = { case: "fault" as const, value: { reason: Reason.SEAT_ENDED, text: "" } };
    expect(seat.refused(create(RefusalSchema, { number: 1, why }))).toBeNull();
    expect(seat.ended).toBe(true);
  });
});
