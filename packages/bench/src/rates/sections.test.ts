import { expect, test } from "vitest";
import { compareCpu, versionSections } from "./sections.ts";

test("the ratio of two systems is the median of the ratios of the rounds", () => {
  const rounds = [
    { jetwire: cpu(100, 100), hub: cpu(100) },
    { jetwire: cpu(300, 300), hub: cpu(200) },
    { jetwire: cpu(200, 300), hub: cpu(500) },
  ];
  expect(compareCpu(rounds)).toEqual({ rate: 25, jetwire: 500, hub: 200, ratio: 2 });
});

test("two versions are compared by the median of the ratios of the rounds, with servers and without", () => {
  const rounds = [
    [ofVersion(400, 100), ofVersion(200, 100)],
    [ofVersion(800, 200), ofVersion(600, 400)],
    [ofVersion(600, 400), ofVersion(540, 360)],
  ] as const;
  const memory = [ofVersion(300, 50).micros, ofVersion(200, 60).micros] as const;
  const [versions, processes] = versionSections([rounds], memory);
  const [, row] = versions?.rows ?? [];
  expect(row?.slice(0, 7)).toEqual(["25/s", "1000", "900", "0.90", "600", "540", "0.75"]);
  expect(processes?.rows[1]).toEqual(["300", "200"]);
});

function ofVersion(single: number, redis: number) {
  const micros = new Map([
    ["single", single],
    ["redis", redis],
  ]);
  return { ...cpu(), micros };
}

function cpu(...used: number[]) {
  const micros = new Map(used.map((each, index) => [`process ${index}`, each]));
  return { rate: 25, corePercent: 1, micros, p50: 1, p99: 2, lost: 0 };
}
