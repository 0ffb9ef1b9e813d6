// Races that stand on leaderboards, and friends to see there.

import { guest, room } from "./crowd.mjs";

/** rpc makes a call of any of the HTTP services: "FriendService/CreateInvitation". */
export async function rpc(service, method, request) {
  const response = await fetch(`${service.url}/api/samedeal.v1.${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`${method}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** befriend makes friends of two players. */
export async function befriend(service, one, other) {
  const { code } = await rpc(service, "FriendService/CreateInvitation", { token: one.token });
  await rpc(service, "FriendService/AcceptInvitation", { token: other.token, code });
}

/**
 * rankedRace is a race on a secret deal that its players have given up, with the code of the deal. Each player is
 * a name, or an identity, and how many moves they make.
 */
export async function rankedRace(stage, variant, players) {
  const who = await Promise.all(
    players.map(([name]) => (typeof name === "string" ? guest(stage.service, name) : name)),
  );
  const code = await room(stage.service, who[0], { deal: variant, seats: players.length });
  const members = [];
  for (const player of who) members.push(await stage.crowd.enter(code, player));
  await stage.crowd.start(members[0]);
  await Promise.all(members.map((member, i) => stage.crowd.play(member, players[i][1])));
  for (const member of members) await stage.crowd.resign(member);
  const deal = await ended(stage.service, code);
  for (const member of members) await stage.crowd.part(member);
  return { code, deal, members };
}

/** ended waits until a room has ended, and gives the deal's code, which is told then. */
async function ended(service, code) {
  for (;;) {
    const { room: shown } = await rpc(service, "RoomService/GetRoom", { code });
    if (shown.deal?.code) return shown.deal.code;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** ranked waits until a player stands on a board, and gives the board. */
export async function ranked(service, board, player) {
  for (;;) {
    const shown = await rpc(service, "BoardService/GetBoard", { board, most: 100 });
    if (shown.rows?.some((row) => row.player === player)) return shown;
    await new Promise((done) => setTimeout(done, 100));
  }
}
