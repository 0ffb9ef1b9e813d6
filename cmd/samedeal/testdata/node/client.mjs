// A small client of the protocol, written from proto/README.md alone, in text frames. It makes a room,
// plays a few moves, loses its connection, comes back, and plays to the end of the race.
//
//   node --experimental-websocket client.mjs http://127.0.0.1:8080
//
// It prints one line of JSON with what it saw.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";

const server = process.argv[2];
const tab = randomBytes(16).toString("base64");
let attempt = 0;

// connect opens a connection, says hello and gives a way to send frames and to wait for them.
async function connect(hello) {
  const socket = new WebSocket(server.replace(/^http/, "ws") + "/ws", "samedeal.v1.json");
  const frames = [];
  const waiting = [];
  socket.onmessage = ({ data }) => {
    frames.push(JSON.parse(data));
    for (const look of [...waiting]) look();
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("no connection to " + server));
  });
  const send = (frame) => socket.send(JSON.stringify(frame));
  // next gives the first frame from here on for which pick gives something.
  const next = (pick) =>
    new Promise((resolve) => {
      const look = () => {
        while (frames.length > 0) {
          const found = pick(frames.shift());
          if (found !== undefined) {
            waiting.splice(waiting.indexOf(look), 1);
            return resolve(found);
          }
        }
      };
      waiting.push(look);
      look();
    });
  attempt++;
  send({ hello: { protocol: 1, build: "node client", tab, attempt, ...hello } });
  const welcome = await next((f) => f.welcome);
  return { socket, send, next, welcome };
}

async function call(method, request) {
  const response = await fetch(`${server}/api/samedeal.v1.RoomService/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const body = await response.json();
  assert.ok(response.ok, `${method}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

let client = await connect({ guest: { name: "Nodar" } });
const { token } = client.welcome;
const { code } = await call("CreateRoom", {
  token,
  requestId: "one",
  options: { deal: "KL1-D3N", countdownS: 3 },
});

let id = 0;
async function command(body) {
  client.send({ command: { id: ++id, room: code, ...body } });
  const answer = await client.next((f) => (f.answer?.id === id ? f.answer : undefined));
  assert.equal(answer.fault, undefined, JSON.stringify(answer));
}

let number = 0;
async function act(word) {
  client.send({ action: { room: code, seat: 0, number: ++number, word } });
  const { own } = await client.next((f) => f.acknowledgement);
  assert.equal(own.number, number);
  return own;
}

await command({ enter: {} });
await command({ start: {} });
let own = await client.next((f) => f.ownBoard);
const stock = own.board.stock;
for (const word of ["n", "n", "u", own.legal[0]]) own = await act(word);

client.send({ action: { room: code, seat: 0, number: number + 1, word: "11" } });
const refused = await client.next((f) => f.refusal);

client.socket.close();
client = await connect({ token, resume: { room: code } });
own = await client.next((f) => f.ownBoard);
assert.equal(own.number, number, "resumed where it was");
own = await act("n");

client.send({ action: { room: code, seat: 0, number: number + 1, resign: {} } });
const room = await client.next((f) => (f.room?.phase === "PHASE_ENDED" ? f.room : undefined));
const games = await call("GetGames", { code });
client.socket.close();

console.log(
  JSON.stringify({
    name: client.welcome.name,
    stock,
    rule: refused.rule.rule,
    ending: room.seats[0].result.ending,
    actions: room.seats[0].result.actions,
    words: games.games[0].words.length,
    sealed: room.deal.sealed,
    revealed: /^KL1-D3N-[A-Z]{13}$/.test(room.deal.code) && room.deal.salt.length === 64,
  }),
);
