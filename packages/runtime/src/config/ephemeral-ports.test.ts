import { expect, test } from "vitest";
import { describeEphemeral } from "./ephemeral-ports.ts";

const range = "32768\t60999\n";

test("ports that outgoing connections may use are named with their range", () => {
  const text = describeEphemeral([60_999, 8_080, 40_000, 40_000], { range, reserved: "\n" });
  expect(text).toContain("ports 40000, 60999, which are in its range 32768 to 60999");
});

test("ports outside of the range, or reserved ones, are no reason to warn", () => {
  const reserved = "40000,40010-40073\n";
  expect(describeEphemeral([0, 8_080, 32_767, 61_000], { range, reserved: "\n" })).toBeNull();
  expect(describeEphemeral([40_000, 40_010, 40_073], { range, reserved })).toBeNull();
  expect(describeEphemeral([40_074], { range, reserved })).toContain("40074");
});

test("a system without such a range gives no warning", () => {
  expect(describeEphemeral([40_000], { range: "", reserved: "" })).toBeNull();
});
