import type { GameId } from "../table/table";

/** Which part of a deal code is wrong; the number's ways to be wrong are told apart. */
export type DealProblem = "parts" | "game" | "options" | "letters" | "length" | "zero" | "long";

export type DealCode =
  | { ok: true; code: string; variant: string; game: GameId }
  | { ok: false; problem: DealProblem; game: GameId | null };

const games: Record<string, GameId> = { TF1: "TF", FC1: "FC", KL1: "KL" };

const options: Record<GameId, RegExp> = { TF: /^D[13]N$/, FC: /^C[0-4]$/, KL: /^D[13](N|P1|P3)$/ };

/**
 * readDealCode tells what a deal code says or which of its parts is wrong, for explanations in the player's
 * language only: the server reads the code itself.
 */
export function readDealCode(text: string): DealCode {
  // Only a to z: some other letters have a capital among A to Z, and are still wrong.
  const code = text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const parts = code.split("-");
  const [head = "", choice = "", number = ""] = parts;
  const game = games[head];
  if (parts.length !== 3) return { ok: false, problem: "parts", game: game ?? null };
  if (game === undefined) return { ok: false, problem: "game", game: null };
  if (!options[game].test(choice)) return { ok: false, problem: "options", game };
  const problem = numberProblem(game, number);
  if (problem !== null) return { ok: false, problem, game };
  return { ok: true, code, variant: `${head}-${choice}`, game };
}

function numberProblem(game: GameId, number: string): DealProblem | null {
  if (!/^[A-Z]*$/.test(number)) return "letters";
  if (number.length === 7) return number === "AAAAAAA" ? "zero" : null;
  if (number.length !== 13) return "length";
  if (game === "FC") return "length";
  // Each deal has one code: what fits in seven letters is not written in thirteen.
  return number.startsWith("AAAAAA") ? "long" : null;
}

/** What somebody typed or pasted to go somewhere: a room's code or link, or a deal's code. */
export type Destination =
  | { kind: "room"; code: string }
  | { kind: "deal"; deal: DealCode }
  | { kind: "nothing" }
  | { kind: "unknown" };

export function readDestination(text: string): Destination {
  const typed = text.trim();
  if (typed === "") return { kind: "nothing" };
  const room = /^[a-z]{6}$/i.exec(typed)?.[0] ?? /\/r\/([a-z]{6})(?:[/?#]|$)/i.exec(typed)?.[1];
  if (room !== undefined) return { kind: "room", code: room.toUpperCase() };
  if (typed.includes("-") && !typed.includes("/")) return { kind: "deal", deal: readDealCode(typed) };
  return { kind: "unknown" };
}
