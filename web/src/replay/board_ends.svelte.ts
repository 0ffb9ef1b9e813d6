import { asViewer, type Viewer } from "../account/calls";
import type { Session } from "../race/session.svelte";
import { BoardService } from "../wire/boards_pb";

/** BoardEnds are the players whose games one may want to see beside another: who asks, and who is first. */
export class BoardEnds {
  /** Null for nobody, or as long as it is not known. */
  mine: string | null = $state(null);
  first: string | null = $state(null);
  #asked = "";

  /** load finds them out; without them there is less to choose from, which is no failure. */
  async load(session: Viewer & Pick<Session, "api">, board: string): Promise<void> {
    this.#asked = board;
    this.mine = null;
    this.first = null;
    try {
      const { rows, mine } = await asViewer(session, (token) =>
        session.api.call(BoardService.method.getBoard, { token, board, most: 1 }),
      );
      if (this.#asked !== board) return;
      this.mine = mine?.player ?? null;
      this.first = rows[0]?.player ?? null;
    } catch {
      // The games themselves say what is wrong.
    }
  }
}
