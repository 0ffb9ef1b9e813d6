import type { Deal } from "../wire/room_pb";

/** checkSeal tells whether the commitment shown before the race is that of the deal told after it. */
export async function checkSeal(deal: Deal): Promise<boolean> {
  const lines = ["samedeal-seal-1", deal.code, deal.salt].map((line) => `${line}\n`).join("");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === deal.commitment;
}
