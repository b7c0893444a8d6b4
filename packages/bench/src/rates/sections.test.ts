import { expect, test } from "vitest";
import { compareCpu } from "./sections.ts";

test("the ratio of two systems is the median of the ratios of the rounds", () => {
  const rounds = [
    { jetwire: cpu(100, 100), hub: cpu(100) },
    { jetwire: cpu(300, 300), hub: cpu(200) },
    { jetwire: cpu(200, 300), hub: cpu(500) },
  ];
  expect(compareCpu(rounds)).toEqual({ rate: 25, jetwire: 500, hub: 200, ratio: 2 });
});

function cpu(...used: number[]) {
  const micros = new Map(used.map((each, index) => [`process ${index}`, each]));
  return { rate: 25, corePercent: 1, micros, p50: 1, p99: 2, lost: 0 };
}
