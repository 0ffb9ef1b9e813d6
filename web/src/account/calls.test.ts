import { expect, test } from "vitest";
import { ApiFault } from "../net/api";
import { unreachable } from "../net/fault";
import { Reason } from "../wire/codes_pb";
import { type Account, asKnown, asPlayer, asViewer } from "./calls";

const refusal = new ApiFault({ reason: Reason.UNSPECIFIED, text: "the token is over" }, true);
const busy = new ApiFault({ reason: Reason.BUSY, text: "busy" }, false);

/** account is a browser with a token; who gives it up is nobody, or has what another page got in the meantime. */
function account(token: string, newer = ""): Account & { guests: number } {
  return {
    token,
    guests: 0,
    forget(refused) {
      if (this.token === refused) this.token = newer;
    },
    async identify() {
      if (this.token === "") {
        this.guests += 1;
        this.token = `guest ${this.guests}`;
      }
      return null;
    },
  } as Account & { token: string; guests: number };
}

test("who is nobody yet becomes a guest by what needs a player", async () => {
  const nobody = account("");
  expect(await asPlayer(nobody, async (token) => token)).toEqual({ value: "guest 1" });
});

test("a token that is refused is given up once, and no more", async () => {
  const known = account("old");
  const tokens: string[] = [];
  const answer = await asPlayer(known, async (token) => {
    tokens.push(token);
    throw refusal;
  });
  expect(tokens).toEqual(["old", "guest 1"]);
  expect(answer).toEqual({ fault: refusal.fault });
});

test("any other failure makes no other guest", async () => {
  const known = account("good");
  const answer = await asPlayer(known, async () => {
    throw busy;
  });
  expect(answer).toEqual({ fault: busy.fault });
  expect(known.guests).toBe(0);
});

test("without a guest nothing is asked", async () => {
  const lost: Account = { ...account(""), identify: async () => unreachable };
  const answer = await asPlayer(lost, () => Promise.reject(new Error("it was asked")));
  expect(answer).toEqual({ fault: unreachable });
});

/** refusing is a call that takes no token but one. */
function refusing(good: string) {
  const asked: string[] = [];
  return {
    asked,
    call: async (token: string) => {
      asked.push(token);
      if (token !== good) throw refusal;
      return `for ${token}`;
    },
  };
}

test("with a token that is not taken, what anybody may see is seen, by nobody", async () => {
  const known = account("old");
  const { asked, call } = refusing("");
  expect(await asViewer(known, call)).toBe("for ");
  expect([asked, known.token, known.guests]).toEqual([["old", ""], "", 0]);
  await expect(asViewer(account("good"), () => Promise.reject(busy))).rejects.toBe(busy);
});

test("who looks at their own things and is not known any more is told so, and is no other guest", async () => {
  const known = account("old");
  const { asked, call } = refusing("good");
  expect(await asKnown(known, call)).toEqual({ fault: refusal.fault });
  expect([asked, known.token, known.guests]).toEqual([["old"], "", 0]);
  expect(await asKnown(account("good"), () => Promise.reject(busy))).toEqual({ fault: busy.fault });
});

test("a newer token that another page has got is used", async () => {
  expect(await asKnown(account("old", "newer"), refusing("newer").call)).toEqual({ value: "for newer" });
  expect(await asViewer(account("old", "newer"), refusing("newer").call)).toBe("for newer");
});
