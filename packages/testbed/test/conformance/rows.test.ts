import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The rows of the public contract that are about the realtime interface. */
const realtimeRows = ["R-03", "R-04", "R-05", ...rowsFrom(19, 50), "R-52"];

test("every row of the realtime contract has a test of its name", () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".test.ts"));
  const names = files.flatMap((file) => {
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    return source.match(/^\s+"?(?:test\()?"R-\d\d[^:"]*:/gm) ?? [];
  });
  const tested = new Set(names.flatMap((name) => name.match(/R-\d\d/g) ?? []));
  expect(realtimeRows.filter((row) => !tested.has(row))).toEqual([]);
});

function rowsFrom(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `R-${first + i}`);
}
