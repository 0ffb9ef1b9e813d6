import { describe, expect, it } from "vitest";
import { IdentityStore } from "./identity";
import { forbidden, memory } from "./scripted";

const ana = { player: "ana", name: "Ana", token: "1" };

describe("IdentityStore", () => {
  it("keeps a player for the next page", () => {
    const storage = memory();
    new IdentityStore(storage).keep(ana);
    expect(new IdentityStore(storage).get()).toEqual(ana);
  });

  it("gives the newer token of another page, and does not forget that one for an older one's sake", () => {
    const storage = memory();
    const store = new IdentityStore(storage);
    store.keep(ana);
    new IdentityStore(storage).keep({ ...ana, token: "2" });
    store.forget("1");
    expect(store.get()?.token).toBe("2");
    store.forget("2");
    expect(store.get()).toBeNull();
  });

  it("goes on without a storage as long as the page lives", () => {
    const store = new IdentityStore(forbidden());
    expect(store.get()).toBeNull();
    store.keep(ana);
    expect(store.get()).toEqual(ana);
    store.forget("1");
    expect(store.get()).toBeNull();
  });

  it("takes nothing for a player that is none", () => {
    for (const text of ["", "{", "null", "[]", '{"player":"ana"}', '{"player":1,"name":"","token":""}']) {
      const storage = memory();
      storage.setItem("samedeal.identity", text);
      expect(new IdentityStore(storage).get()).toBeNull();
    }
  });
});
