import { asViewer, type Viewer } from "../account/calls";
import { faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";
import { BoardPart, BoardService, type GetBoardResponse } from "../wire/boards_pb";
import type { Ranking } from "../wire/room_pb";

export type Part = "all" | "friends" | "around";

const wireParts: Record<Part, BoardPart> = {
  all: BoardPart.PAGE,
  friends: BoardPart.FRIENDS,
  around: BoardPart.AROUND_ME,
};

/** Wanted is what of a board is to be shown. */
export interface Wanted {
  board: string;
  part: Part;
  /** Unspecified stands for the board's own. */
  ranking: Ranking;
  /** The first row, from 1; of the part "all" only. */
  from: number;
  /** How many rows. */
  most: number;
}

/** BoardView is what is shown of a board: the last answer stays until the next one is there. */
export class BoardView {
  /** Null before the first answer for this board. */
  answer: GetBoardResponse | null = $state.raw(null);
  /** What the answer was asked for with. */
  shown: Wanted | null = $state.raw(null);
  fault: Fault | null = $state.raw(null);
  loading = $state(false);
  readonly #session: Viewer & Pick<Session, "api">;
  #asked = 0;

  constructor(session: Viewer & Pick<Session, "api">) {
    this.#session = session;
  }

  async load(wanted: Wanted): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    if (this.shown?.board !== wanted.board) {
      this.answer = null;
      this.shown = null;
    }
    this.fault = null;
    this.loading = true;
    try {
      const answer = await this.#ask(wanted);
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.shown = wanted;
    } catch (error) {
      if (asked === this.#asked) this.fault = faultOf(error);
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  #ask({ board, part, ranking, from, most }: Wanted): Promise<GetBoardResponse> {
    return asViewer(this.#session, (token) =>
      this.#session.api.call(BoardService.method.getBoard, {
        token,
        board,
        ranking,
        part: wireParts[part],
        from: part === "all" ? from : 0,
        most,
      }),
    );
  }
}
