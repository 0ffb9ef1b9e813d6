import { asViewer, type Viewer } from "../account/calls";
import type { Api } from "../net/api";
import type { Session } from "../race/session.svelte";
import { type BoardRow, BoardService } from "../wire/boards_pb";
import type { Room } from "../wire/room_pb";
import type { ReplayStep } from "../wire/services_pb";
import { Film } from "./film.svelte";
import { type Lane, timeOf } from "./player";

/** seatFilm is the game of a seat in a room. Whose eyes it is for counts with a daily's. */
export function seatFilm(
  session: Viewer & { api: Pick<Api, "getReplay"> },
  code: string,
  seat: number,
): Film<Room> {
  return new Film(async (from) => {
    const page = await asViewer(session, (token) => session.api.getReplay(code, seat, from, token));
    return { ...page, told: page.room ?? null };
  });
}

/** RowTold is what a board tells of a game. */
export interface RowTold {
  row: BoardRow;
  variant: string;
}

/** rowFilm is the game of a player's row on a board, by the board's own ranking. */
export function rowFilm(
  session: Viewer & Pick<Session, "api">,
  board: string,
  player: string,
): Film<RowTold> {
  return new Film(async (from) => {
    const { row, variant, steps, total } = await asViewer(session, (token) =>
      session.api.call(BoardService.method.getRowReplay, { token, board, player, from }),
    );
    return { steps, total, told: row ? { row, variant } : null };
  });
}

/** How long a move of a line takes that nobody has played, in milliseconds. */
const pace = 1_000;

/** lineFilm is a game as it was played up to a step, and from there on a line, move by move at an even pace. */
export function lineFilm(
  game: { steps: readonly ReplayStep[]; lane: Lane },
  from: number,
  line: readonly ReplayStep[],
): Film<never> {
  const film = new Film<never>(() => Promise.reject(new Error("a line is whole from the start")));
  const start = timeOf(game.lane, from);
  const moves = line.map((step, i) => ({ ...step, atMs: start + pace * (i + 1) }));
  film.steps = [...game.steps.slice(0, from + 1), ...moves];
  film.total = film.steps.length;
  return film;
}
