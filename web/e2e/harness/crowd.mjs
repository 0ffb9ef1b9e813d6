// People without pages: they enter rooms and play by the protocol's JSON form, all from one page of the browser,
// so that a test has opponents whose names and moves it chooses.

/** guest makes a player; who opens a page with this identity is that player. */
export function guest(service, name) {
  return service.call("CreateGuest", { name });
}

let requests = 0;

/** room makes a room that belongs to a player. */
export async function room(service, owner, options) {
  requests += 1;
  const { code } = await service.call("CreateRoom", {
    token: owner.token,
    requestId: `crowd-${process.pid}-${requests}`,
    options: { seats: 4, minutes: 60, countdownS: 3, ...options },
  });
  return code;
}

export class Crowd {
  #page;
  #service;

  static async gather(browser, service) {
    const crowd = new Crowd();
    crowd.#service = service;
    crowd.#page = await browser.newPage();
    await crowd.#page.goto(`${service.url}/icon.svg`);
    await crowd.#page.evaluate(inPage);
    return crowd;
  }

  /** enter brings a player into a room; a name stands for a new player. */
  async enter(code, who, { watch = false } = {}) {
    const identity = typeof who === "string" ? await guest(this.#service, who) : who;
    const id = await this.#page.evaluate((...args) => enter(...args), [identity.token, code, watch]);
    return { id, ...identity };
  }

  command(member, command) {
    return this.#page.evaluate(([id, c]) => members[id].command(c), [member.id, command]);
  }

  ready(member) {
    return this.command(member, { ready: { ready: true } });
  }

  start(member) {
    return this.command(member, { start: {} });
  }

  /** racing waits until a member has its board. */
  racing(member) {
    return this.#page.evaluate((id) => members[id].racing(), member.id);
  }

  /** play plays words, or as many moves as a number says, chosen by itself; it gives the board at the end. */
  play(member, words) {
    return this.#page.evaluate(([id, w]) => members[id].play(w), [member.id, words]);
  }

  resign(member) {
    return this.#page.evaluate((id) => members[id].act({ resign: {} }), member.id);
  }

  /** part ends a member's connection; a seat in a race stays theirs. */
  part(member) {
    return this.#page.evaluate((id) => members[id].socket.close(), member.id);
  }

  async disperse() {
    await this.#page.close();
  }
}

/** What runs in the page. */
function inPage() {
  class Member {
    constructor(socket, code) {
      Object.assign(this, { socket, code, room: null, own: null, commands: 0, waiting: [], seen: new Set() });
      socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    }

    take(frame) {
      if (frame.room) this.room = frame.room;
      if (frame.ownBoard) this.own = frame.ownBoard;
      if (frame.acknowledgement) this.own = frame.acknowledgement.own;
      this.waiting = this.waiting.filter((wake) => !wake(frame));
    }

    /** until waits for a frame, or for what a frame has brought about. */
    until(arrived) {
      return new Promise((resolve) => {
        this.waiting.push((frame) => {
          const found = arrived(frame);
          if (found) resolve(found);
          return Boolean(found);
        });
      });
    }

    send(frame) {
      this.socket.send(JSON.stringify(frame));
    }

    async command(command) {
      this.commands += 1;
      const id = this.commands;
      const answered = this.until((frame) => frame.answer?.id === id && frame.answer);
      this.send({ command: { id, room: this.code, ...command } });
      const { fault } = await answered;
      if (fault) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(fault)}`);
    }

    async racing() {
      if (!this.own) await this.until(() => this.own);
    }

    async act(action) {
      await this.racing();
      const number = (this.own.number ?? 0) + 1;
      for (let attempt = 1; ; attempt++) {
        const answered = this.until(
          (frame) => frame.acknowledgement ?? frame.ownBoard ?? (frame.refusal && { refusal: frame.refusal }),
        );
        this.send({ action: { room: this.code, seat: this.own.seat ?? 0, number, ...action } });
        const { refusal } = await answered;
        if (!refusal) return;
        // A busy server asks for the same once more.
        const busy = refusal.fault?.reason === "REASON_BUSY" && attempt < 20;
        if (!busy) throw new Error(`${JSON.stringify(action)}: ${JSON.stringify(refusal)}`);
      }
    }

    async play(words) {
      await this.racing();
      if (typeof words !== "number") for (const word of words) await this.act({ word });
      for (let i = 0; i < words; i++) {
        const word = this.choose();
        if (!word || this.own.board.noMoves) break;
        await this.act({ word });
      }
      return this.own.board;
    }

    /** choose takes a card home where it can, else makes a move that leads to a board not seen before. */
    choose() {
      this.seen.add(this.own.board.columns.join("|"));
      const legal = (this.own.legal ?? []).filter((word) => !/^[SHDC]/.test(word));
      const by = (form) => legal.filter((word) => form.test(word) && !this.tried(word));
      const [word] = [
        ...by(/h$/),
        ...by(/^w/),
        ...by(/^\d\d/),
        ...by(/^[a-d]\d/),
        ...by(/^n$/),
        ...by(/[a-d]$/),
      ];
      return word;
    }

    /** tried tells whether a move was made before from the same board: going to and fro leads nowhere. */
    tried(word) {
      const key = `${this.own.board.columns.join("|")} ${this.own.board.waste} ${this.own.board.stock} ${this.own.board.redeals} ${word}`;
      if (this.seen.has(key)) return true;
      this.seen.add(key);
      return false;
    }
  }

  window.members = [];
  window.enter = async ([token, code, watch]) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "samedeal.v1.json");
    const member = new Member(socket, code);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("no connection"));
    });
    const welcome = member.until((frame) => frame.welcome);
    const tab = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
    member.send({ hello: { protocol: 1, build: "e2e", token, tab, attempt: 1 } });
    await welcome;
    await member.command({ enter: { watch } });
    return members.push(member) - 1;
  };
}
