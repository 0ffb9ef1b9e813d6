// Rooms and races, as several tests need them.

import { readFileSync } from "node:fs";

/** freecell is a deal with a line that brings all cards home, found by FreeCell Solver. */
export const freecell = JSON.parse(
  readFileSync(new URL("../testdata/freecell.json", import.meta.url), "utf8"),
);
export const line = freecell.moves.split(" ");

let requests = 0;

/** makeRoom makes a room whose owner never comes: who is in it decides when it starts. */
export async function makeRoom(service, options) {
  const { token } = await service.call("CreateGuest", { name: "Owner" });
  requests += 1;
  const { code } = await service.call("CreateRoom", {
    token,
    requestId: `e2e-${requests}`,
    options: { countdownS: 3, ...options },
  });
  return code;
}

/** alone opens a race for one, which begins by itself. */
export async function alone(page, deal, { minutes = 30 } = {}) {
  await page.goto("/");
  const code = await page.evaluate(
    async (options) => {
      const call = async (method, body) => {
        const response = await fetch(`/api/samedeal.v1.${method}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return await response.json();
      };
      const kept = JSON.parse(localStorage.getItem("samedeal.identity") ?? "null");
      const guest = kept ?? (await call("PlayerService/CreateGuest", { name: "Solo" }));
      localStorage.setItem("samedeal.identity", JSON.stringify(guest));
      return (
        await call("RoomService/CreateRoom", { token: guest.token, requestId: crypto.randomUUID(), options })
      ).code;
    },
    { deal, seats: 1, minutes, countdownS: 3 },
  );
  await page.goto(`/r/${code}`);
  await page.getByTestId("race").waitFor();
  await page.locator('[data-testid="board"] [data-card]').first().waitFor({ state: "attached" });
  return code;
}
