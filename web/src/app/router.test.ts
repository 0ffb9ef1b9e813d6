import { describe, expect, test } from "vitest";
import { parseRoute } from "./router.svelte";

const read = (path: string) => parseRoute(new URL(path, "https://samedeal.test"));

describe("parseRoute", () => {
  test.each([
    ["/", { page: "home" }],
    ["/?from=app", { page: "home" }],
    ["/new", { page: "create", deal: "", solo: false }],
    ["/new?deal=KL1-D3N-AAAAAAB", { page: "create", deal: "KL1-D3N-AAAAAAB", solo: false }],
    ["/new?solo", { page: "create", deal: "", solo: true }],
    ["/live", { page: "live" }],
    ["/settings", { page: "settings" }],
    ["/rules", { page: "rules", game: "" }],
    ["/rules/kl", { page: "rules", game: "KL" }],
    ["/daily", { page: "daily", date: "" }],
    ["/daily/2026-11-30", { page: "daily", date: "2026-11-30" }],
    ["/boards", { page: "boards", board: "" }],
    ["/boards/all/KL1-D3N", { page: "boards", board: "all/KL1-D3N" }],
    ["/boards/daily/2026-11-30/FC1-C4/", { page: "boards", board: "daily/2026-11-30/FC1-C4" }],
    [
      "/ghosts/daily/2026-11-30/FC1-C4?player=p1&ghost=p2&step=3",
      { page: "ghosts", board: "daily/2026-11-30/FC1-C4", player: "p1", ghost: "p2", step: 3 },
    ],
    ["/profile", { page: "profile" }],
    ["/friend/ABCDE-FGHIJ", { page: "friend", code: "ABCDE-FGHIJ" }],
    ["/r/BKTWRN", { page: "room", code: "BKTWRN", watch: false }],
    ["/r/bktwrn/watch", { page: "room", code: "BKTWRN", watch: true }],
    ["/r/bktwrn/replay", { page: "replay", code: "BKTWRN", seat: 0, ghost: null, step: 0 }],
    [
      "/r/BKTWRN/replay?seat=2&ghost=0&step=17",
      { page: "replay", code: "BKTWRN", seat: 2, ghost: 0, step: 17 },
    ],
  ])("%s", (path, route) => {
    expect(read(path)).toEqual(route);
  });

  test.each([
    "/nothing",
    "/r/",
    "/r/BKT",
    "/r/BKTWR1",
    "/r/BKTWRN/other",
    "/r/BKTWRN/replay/more",
    "/new/a/b/c",
    "/daily/tomorrow",
    "/boards/best",
    "/boards/all/KL1-D3N/a/b",
    "/boards/all/%",
    "/ghosts/all/KL1-D3N",
    "/friend/",
  ])("%s is said to be missing, not shown as another page", (path) => {
    expect(read(path)).toEqual({ page: "missing" });
  });

  test("numbers that are none fall back to the first seat and step, for the address may be typed", () => {
    expect(read("/r/BKTWRN/replay?seat=x&step=-4&ghost=1e9")).toMatchObject({ seat: 0, step: 0, ghost: 0 });
  });
});
