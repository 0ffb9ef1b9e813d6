import { type Api, ApiFault, faultOf, type Report, type RoomOptionsInit } from "../net/api";
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
  /** The id of a request to log out everywhere that has had no answer yet. */
  #logOutRequest: string | null = null;

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
    this.id = this.#store.get()?.player ?? null;
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

  /** createDeviceCode gives a code for another device, and for how many seconds it is good. */
  async createDeviceCode(): Promise<{ code: string; seconds: number } | { fault: Fault }> {
    const unknown = await this.identify();
    if (unknown) return { fault: unknown };
    try {
      return await this.#api.createDeviceCode(this.token);
    } catch (error) {
      return { fault: faultOf(error) };
    }
  }

  /** logOutEverywhere leaves this browser alone with a token that is good. */
  async logOutEverywhere(): Promise<Fault | null> {
    const known = this.#store.get();
    if (!known) return null;
    // The same until there is an answer: with another, the token would be over and no other there.
    const request = this.#logOutRequest ?? hexadecimal(this.#around.randomBytes(16));
    this.#logOutRequest = request;
    for (let triesLeft = 2; ; triesLeft--) {
      try {
        const token = await this.#api.logOutEverywhere(known.token, request);
        this.become({ ...(this.#store.get() ?? known), token });
        this.#logOutRequest = null;
        return null;
      } catch (error) {
        if (error instanceof ApiFault || triesLeft === 0) return faultOf(error);
      }
    }
  }

  /** deleteAccount has the server forget the player, and then this browser. */
  async deleteAccount(): Promise<Fault | null> {
    const { token } = this;
    try {
      await this.#api.deleteAccount(token);
    } catch (error) {
      // A token that is not taken has been deleted before.
      if (!refusesToken(error)) return faultOf(error);
    }
    this.forget(token);
    this.name = "";
    return null;
  }

  async report(report: Report): Promise<Fault | null> {
    try {
      await this.#api.reportPlayer(this.token, report);
      return null;
    } catch (error) {
      return faultOf(error);
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
