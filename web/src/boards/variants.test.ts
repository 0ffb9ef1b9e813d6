import { expect, test } from "vitest";
import { variants } from "./variants";

test("every variant that a race can be made of has its boards", () => {
  expect(variants.join(" ")).toBe(
    "KL1-D1N KL1-D1P3 KL1-D1P1 KL1-D3N KL1-D3P3 KL1-D3P1 FC1-C4 FC1-C2 FC1-C1 TF1-D1N TF1-D3N",
  );
});
