import { describe, expect, it } from "vitest";
import { parseVariant } from "../table/table";
import { type Answer, apply, played, Server } from "./model";
import { type Act, SeatQueue } from "./seat";

const variant = parseVariant("KL1-D3N");

/** seeded gives the same numbers from 0 to below 1 each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Race is a seat and its server with a connection between them that can be lost at any point, and on which
 * frames may overtake each other.
 */
class Race {
  readonly random: () => number;
  readonly server: Server;
  readonly seat = new SeatQueue(variant, apply);
  /** What is on its way. */
  up: Act[] = [];
  down: Answer[] = [];
  connected = true;
  /** All words played that have neither been refused nor fallen. */
  expected: string[] = [];
  played = 0;
  /** What the client was told when it came back is done, and no longer held. */
  done = 0;

  constructor(
    seed: number,
    readonly overtakes = false,
    readonly probes = true,
  ) {
    this.random = seeded(seed);
    // Half of the seeds have a server that refuses nothing.
    const refusals = seed % 2 === 0 ? 0 : 0.15;
    this.server = new Server((word) => word === "illegal" || this.random() < refusals);
    this.send(this.seat.board(this.server.board()));
  }

  pick(most: number): number {
    return Math.floor(this.random() * most);
  }

  play(): void {
    const word = this.random() < 0.25 ? "u" : `m${++this.played}`;
    const sent = this.seat.play(word);
    if (sent === null) return;
    this.expected.push(word);
    this.send(sent);
  }

  probe(): void {
    this.send(this.seat.probe("illegal") ?? []);
  }

  send(acts: readonly Act[]): void {
    if (this.connected) this.up.push(...acts);
  }

  /** reach lets the server take the first of what is on its way. */
  reach(): void {
    const act = this.next(this.up);
    if (act) this.down.push(this.server.act(act));
  }

  /** hear lets the client take the first answer. */
  hear(): void {
    const answer = this.next(this.down);
    if (!answer) return;
    if (answer.kind === "acknowledgement") this.seat.acknowledged(answer.value);
    else if (answer.kind === "board") {
      this.done = answer.value.number;
      this.send(this.seat.board(answer.value));
    } else {
      const before = this.seat.unanswered;
      if (answer.kind === "gap") this.seat.gap(answer.value);
      else this.seat.refused(answer.value);
      const fallen = before - this.seat.unanswered;
      this.expected.splice(this.expected.length - fallen);
    }
    this.send(this.seat.due());
  }

  /** next takes the first of what is on its way, or one that overtakes it. */
  next<T>(from: T[]): T | undefined {
    return from.splice(this.overtakes ? this.pick(Math.min(3, from.length)) : 0, 1)[0];
  }

  /** lose breaks the connection: some of what was sent has arrived, and no answer to it will. */
  lose(): void {
    for (let arrived = this.pick(this.up.length + 1); arrived > 0; arrived--) this.reach();
    this.up = [];
    this.down = [];
    this.connected = false;
    this.seat.lost();
  }

  connect(): void {
    this.connected = true;
    this.down = [{ kind: "board", value: this.server.board() }];
  }

  settle(): void {
    if (!this.connected) this.connect();
    while (this.up.length + this.down.length > 0) {
      this.reach();
      this.hear();
    }
  }

  step(): void {
    const chance = this.random();
    if (chance < 0.45) this.play();
    else if (chance < 0.5 && this.probes) this.probe();
    else if (chance < 0.7) this.reach();
    else if (chance < 0.92) this.hear();
    else if (!this.connected) this.connect();
    else if (chance < 0.97) this.lose();
    else if (chance < 0.98) {
      this.lose();
      this.server.crash(Math.min(this.pick(4), this.server.words.length - this.done));
    }
  }
}

describe("a seat on a connection that is lost at random", () => {
  it("counts each move that was not refused exactly once, and shows what the server has", () => {
    for (let seed = 0; seed < 120; seed++) {
      const race = new Race(seed);
      for (let i = 0; i < 100; i++) race.step();
      race.settle();
      const { seat, server } = race;
      expect(server.words, `seed ${seed}`).toEqual(race.expected);
      expect(seat.unanswered).toBe(0);
      const { score, moves, past } = played(server.words);
      expect(seat.table, `seed ${seed}`).toMatchObject({ score, moves, undoable: past.length });
      expect(seat.own).toEqual(server.board());
    }
  });

  it("does so where frames overtake each other", () => {
    for (let seed = 0; seed < 120; seed++) {
      // A probe has the number of the move behind it, which the server takes for the same if it comes first.
      const probes = seed % 3 === 0;
      const race = new Race(seed, true, probes);
      for (let i = 0; i < 100; i++) race.step();
      race.settle();
      const { seat, server } = race;
      if (!probes) expect(server.words, `seed ${seed}`).toEqual(race.expected);
      expect(seat.unanswered).toBe(0);
      expect(seat.table?.score, `seed ${seed}`).toBe(played(server.words).score);
      expect(seat.own).toEqual(server.board());
    }
  });

  it("shows at each moment what will come of all that was played, as long as nothing is refused", () => {
    for (let seed = 0; seed < 60; seed += 2) {
      const race = new Race(seed);
      for (let i = 0; i < 100; i++) {
        // Without a lost connection all tables before are known.
        const chance = race.random();
        if (chance < 0.5) race.play();
        else if (chance < 0.55) race.probe();
        else if (chance < 0.8) race.reach();
        else race.hear();
        const { score, moves, past } = played(race.expected);
        expect(race.seat.table, `seed ${seed}`).toMatchObject({ score, moves, undoable: past.length });
      }
    }
  });
});
