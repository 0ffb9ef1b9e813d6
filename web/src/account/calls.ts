import { ApiFault, faultOf } from "../net/api";
import type { Fault } from "../net/fault";
import type { Session } from "../race/session.svelte";

/** Account is what of a session calls need that tell who is asking. */
export type Account = Pick<Session, "token" | "identify">;

/** Answered is an answer, or why there is none. */
export type Answered<T> = { value: T } | { fault: Fault };

const refusesToken = (error: unknown): boolean => error instanceof ApiFault && error.unauthenticated;

/**
 * asViewer makes a call that tells more to who is known. With a token that is not taken any more, what
 * anybody may see is better than nothing. It throws what the call throws.
 */
export async function asViewer<T>(token: string, call: (token: string) => Promise<T>): Promise<T> {
  try {
    return await call(token);
  } catch (error) {
    if (token === "" || !refusesToken(error)) throw error;
    return await call("");
  }
}

/** asPlayer makes a call that needs a player; who is nobody yet, or not any more, becomes a guest by it. */
export async function asPlayer<T>(
  account: Account,
  call: (token: string) => Promise<T>,
): Promise<Answered<T>> {
  let refused = "";
  for (;;) {
    const unknown = await account.identify(refused);
    if (unknown) return { fault: unknown };
    const { token } = account;
    try {
      return { value: await call(token) };
    } catch (error) {
      if (refused !== "" || !refusesToken(error)) return { fault: faultOf(error) };
      refused = token;
    }
  }
}
