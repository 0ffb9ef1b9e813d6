const key = "samedeal.identity";

/** Identity is who this browser's player is. The token proves it, and is shown to nobody but the server. */
export interface Identity {
  readonly player: string;
  readonly name: string;
  readonly token: string;
}

/** IdentityStore keeps the identity for all pages of this browser, and for this page if it cannot. */
export class IdentityStore {
  readonly #storage: Storage;
  #current: Identity | null = null;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** get gives the newest, which another page may have kept. */
  get(): Identity | null {
    this.#current = this.#stored() ?? this.#current;
    return this.#current;
  }

  keep(identity: Identity): void {
    this.#current = identity;
    try {
      this.#storage.setItem(key, JSON.stringify(identity));
    } catch {
      // A full or forbidden storage: the player is a new one when the page is loaded again.
    }
  }

  /** forget gives up an identity whose token is of no use, unless another page has a newer one by now. */
  forget(token: string): void {
    if (this.get()?.token !== token) return;
    this.#current = null;
    try {
      this.#storage.removeItem(key);
    } catch {
      // Then it was not kept either.
    }
  }

  #stored(): Identity | null {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(key) ?? "null");
      return isIdentity(value) ? value : null;
    } catch {
      return null;
    }
  }
}

function isIdentity(value: unknown): value is Identity {
  if (typeof value !== "object" || value === null) return false;
  const { player, name, token } = value as Record<string, unknown>;
  return typeof player === "string" && typeof name === "string" && typeof token === "string";
}
