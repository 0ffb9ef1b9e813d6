import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DealSchema } from "../wire/room_pb";
import { checkSeal } from "./seal";

// The example of proto/README.md. Without the right form of the three lines every honest deal would look forged.
const deal = {
  variant: "KL1-D3N",
  sealed: true,
  code: "KL1-D3N-CHQWENRTYUIOP",
  salt: "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e",
  commitment: "4be6b1a2c08323de54b27bf8aa008114e2e13b9e703cd9129f2c4133a8dc05b6",
};

test("an honest deal is found honest", async () => {
  expect(await checkSeal(create(DealSchema, deal))).toBe(true);
});

test("a deal that was changed after the start is found out", async () => {
  expect(await checkSeal(create(DealSchema, { ...deal, code: "KL1-D3N-CHQWENRTYUIOQ" }))).toBe(false);
});
