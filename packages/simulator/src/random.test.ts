import { expect, test } from "vitest";
import { createSeededRandom, weighted } from "./random.ts";

test("the same seed and purpose give the same choices, another of either gives others", () => {
  expect(draw(7, "fleet")).toEqual(draw(7, "fleet"));
  expect(draw(7, "fleet")).not.toEqual(draw(8, "fleet"));
  expect(draw(7, "fleet")).not.toEqual(draw(7, "stations"));
  expect(draw(7, "fleet")).not.toEqual(draw(7 + 2 ** 32, "fleet"));
});

test("choices stay within their bounds and spread over them", () => {
  const random = createSeededRandom(1);
  const dice = Array.from({ length: 6_000 }, () => random.integer(1, 6));
  for (let face = 1; face <= 6; face++) {
    const share = dice.filter((value) => value === face).length / dice.length;
    expect(share).toBeGreaterThan(0.14);
    expect(share).toBeLessThan(0.19);
  }
  expect(new Set(dice).size).toBe(6);
});

test("weights are kept to", () => {
  const random = createSeededRandom(2);
  const choose = weighted([
    ["often", 9],
    ["seldom", 1],
  ]);
  const chosen = Array.from({ length: 5_000 }, () => choose(random));
  const share = chosen.filter((item) => item === "seldom").length / chosen.length;
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
});

function draw(seed: number, purpose: string): number[] {
  const random = createSeededRandom(seed, purpose);
  return Array.from({ length: 20 }, () => random.fraction());
}
