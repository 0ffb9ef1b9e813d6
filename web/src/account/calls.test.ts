import { expect, test } from "vitest";
import { ApiFault } from "../net/api";
import { unreachable } from "../net/fault";
import { Reason } from "../wire/codes_pb";
import { type Account, asPlayer, asViewer } from "./calls";

const refusal = new ApiFault({ reason: Reason.UNSPECIFIED, text: "the token is over" }, true);
const busy = new ApiFault({ reason: Reason.BUSY, text: "busy" }, false);

/** account is a browser with a token; who is refused gets the next one. */
function account(token: string): Account & { guests: number } {
  return {
    token,
    guests: 0,
    async identify(refused) {
      if (refused) this.token = "";
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
  const lost: Account = { token: "", identify: async () => unreachable };
  const answer = await asPlayer(lost, () => Promise.reject(new Error("it was asked")));
  expect(answer).toEqual({ fault: unreachable });
});

test("with a token that is not taken, what anybody may see is seen", async () => {
  const asked: string[] = [];
  const seen = await asViewer("old", async (token) => {
    asked.push(token);
    if (token !== "") throw refusal;
    return "for all";
  });
  expect([seen, asked]).toEqual(["for all", ["old", ""]]);
  await expect(asViewer("good", () => Promise.reject(busy))).rejects.toBe(busy);
});
