import { ApiFault, faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";

/** Viewer is what of a session calls need that tell more to who is known. */
export type Viewer = Pick<Session, "token" | "forget">;

/** Account is what of a session calls need that tell who is asking. */
export type Account = Viewer & Pick<Session, "identify">;

/** Answered is an answer, or why there is none. */
export type Answered<T> = { value: T } | { fault: Fault };

const refusesToken = (error: unknown): boolean => error instanceof ApiFault && error.unauthenticated;

/**
 * asViewer makes a call that tells more to who is known. A token that is not taken any more is given up, and what
 * anybody may see is better than nothing. It throws what the call throws.
 */
export async function asViewer<T>(viewer: Viewer, call: (token: string) => Promise<T>): Promise<T> {
  const { token } = viewer;
  try {
    return await call(token);
  } catch (error) {
    if (token === "" || !refusesToken(error)) throw error;
    viewer.forget(token);
    // Another page of this browser may have a newer one.
    return await call(viewer.token === token ? "" : viewer.token);
  }
}

/** asKnown makes a call about the player that is of no use to anybody else: it makes nobody a guest. */
export async function asKnown<T>(viewer: Viewer, call: (token: string) => Promise<T>): Promise<Answered<T>> {
  const { token } = viewer;
  try {
    return { value: await call(token) };
  } catch (error) {
    if (refusesToken(error)) {
      viewer.forget(token);
      if (viewer.token !== "" && viewer.token !== token) return await asKnown(viewer, call);
    }
    return { fault: faultOf(error) };
  }
}

/** asPlayer makes a call that needs a player; who is nobody yet, or not any more, becomes a guest by it. */
export async function asPlayer<T>(
  account: Account,
  call: (token: string) => Promise<T>,
): Promise<Answered<T>> {
  for (let refused = ""; ; ) {
    const unknown = await account.identify();
    if (unknown) return { fault: unknown };
    const { token } = account;
    try {
      return { value: await call(token) };
    } catch (error) {
      if (refused !== "" || !refusesToken(error)) return { fault: faultOf(error) };
      refused = token;
      account.forget(token);
    }
  }
}
