import { type Api, ApiFault, faultOf, type RoomOptionsInit } from "../net/api";
import type { Fault } from "../net/fault";
import { type Identity, IdentityStore } from "../net/identity";
import type { Surroundings } from "../net/surroundings";

/** Player is who this browser's player is: nobody yet, or a guest with a name and a token. */
export class Player {
  /** The player's id, null before there is one. */
  id = $state<string | null>(null);
  /** Empty before there is one. */
  name = $state("");

  readonly #api: Api;
  readonly #store: IdentityStore;
  readonly #around: Surroundings;
  readonly #suggestedName: () => string;
  #identifying: Promise<Fault | null> | null = null;

  constructor(api: Api, storage: Storage, around: Surroundings, suggestedName: () => string) {
    this.#api = api;
    this.#store = new IdentityStore(storage);
    this.#around = around;
    this.#suggestedName = suggestedName;
    const known = this.#store.get();
    this.id = known?.player ?? null;
    this.name = known?.name ?? "";
  }

  /** token is the newest there is, "" without one. */
  get token(): string {
    return this.#store.get()?.token ?? "";
  }

  become(identity: Identity): void {
    this.#store.keep(identity);
    this.id = identity.player;
    this.name = identity.name;
  }

  /** forget gives up a token that the server does not take. The name stays, for the next guest. */
  forget(token: string): void {
    this.#store.forget(token);
  }

  /** identify makes a guest of who is nobody yet. */
  identify(): Promise<Fault | null> {
    const known = this.#store.get();
    if (known) {
      this.become(known);
      return Promise.resolve(null);
    }
    this.#identifying ??= this.#createGuest(this.name || this.#suggestedName()).finally(() => {
      this.#identifying = null;
    });
    return this.#identifying;
  }

  async rename(name: string): Promise<Fault | null> {
    const known = this.#store.get();
    if (!known) return await this.#createGuest(name);
    try {
      const shown = await this.#api.rename(known.token, name);
      // A Welcome may have brought a newer token in the meantime.
      this.become({ ...(this.#store.get() ?? known), name: shown });
      return null;
    } catch (error) {
      if (!refusesToken(error)) return faultOf(error);
      this.forget(known.token);
      return await this.#createGuest(name);
    }
  }

  async createRoom(options: RoomOptionsInit): Promise<{ code: string } | { fault: Fault }> {
    // The same for each try, so that there are no two rooms when an answer gets lost.
    const request = hexadecimal(this.#around.randomBytes(16));
    for (let triesLeft = 1; ; triesLeft--) {
      const unknown = await this.identify();
      if (unknown) return { fault: unknown };
      const { token } = this;
      try {
        const { code } = await this.#api.createRoom(token, request, options);
        return { code };
      } catch (error) {
        if (refusesToken(error)) this.forget(token);
        else if (error instanceof ApiFault) return { fault: error.fault };
        if (triesLeft === 0) return { fault: faultOf(error) };
      }
    }
  }

  async #createGuest(name: string): Promise<Fault | null> {
    try {
      this.become(await this.#api.createGuest(name));
      return null;
    } catch (error) {
      return faultOf(error);
    }
  }
}

const refusesToken = (error: unknown): boolean => error instanceof ApiFault && error.unauthenticated;

const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
