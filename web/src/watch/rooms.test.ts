import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RoomSchema } from "../wire/room_pb";
import { RoomList, refreshMs } from "./rooms.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setup() {
  const listRooms = vi.fn(async () => [create(RoomSchema, { code: "BKTWRN" })]);
  const page = { visible: true };
  return { listRooms, page, list: new RoomList({ listRooms }, () => page.visible) };
}

test("the list is asked for again while the page is looked at, and not after the end", async () => {
  const { listRooms, list } = setup();
  list.start();
  await vi.advanceTimersByTimeAsync(2 * refreshMs + 10);
  expect(listRooms).toHaveBeenCalledTimes(3);
  list.stop();
  await vi.advanceTimersByTimeAsync(5 * refreshMs);
  expect(listRooms).toHaveBeenCalledTimes(3);
});

test("nobody looks, nobody asks; back in view it asks at once", async () => {
  const { listRooms, page, list } = setup();
  list.start();
  await vi.advanceTimersByTimeAsync(10);
  page.visible = false;
  list.look();
  await vi.advanceTimersByTimeAsync(5 * refreshMs);
  expect(listRooms).toHaveBeenCalledTimes(1);
  page.visible = true;
  list.look();
  expect(listRooms).toHaveBeenCalledTimes(2);
  list.stop();
});

test("a failure keeps the rooms that were known, and the next answer takes it away", async () => {
  const { listRooms, list } = setup();
  list.start();
  await vi.advanceTimersByTimeAsync(10);
  listRooms.mockRejectedValueOnce(new Error("offline"));
  await vi.advanceTimersByTimeAsync(refreshMs);
  expect([list.rooms?.length, list.fault !== null]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(refreshMs);
  expect(list.fault).toBeNull();
  list.stop();
});
