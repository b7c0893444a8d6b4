import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRelayBatch, readRelayedLines, writeRelayBatch, writeRelayedLines } from "./relayed-lines.ts"; // prettier-ignore

test("lines are read as they were written, also when the clock of the relay steps back", () => {
  const lines = [1_767_225_600_000, 1_767_225_600_000, 1_767_225_599_000, 1_767_225_700_000].map(
    (receivedAtMs, n) => ({ receivedAtMs, text: n === 2 ? "" : `{"n":"${n} é"}` }),
  );
  expect(readRelayedLines(writeRelayedLines(lines))).toEqual({ lines });
  expect(readRelayedLines("")).toEqual({ lines: [] });
});

test.each([
  ["5 {}\nx {}", 2],
  ["5 {}\n-6 {}", 2],
  ["5{}", 1],
  ["9999999999999999 {}", 1],
  ["5 {}\n\n", 2],
])("%j is malformed at line %i", (text, malformed) => {
  expect(readRelayedLines(text)).toEqual({ malformed });
});

test("the header of a batch is read as it was written", () => {
  const batch = { series: "AAAAAAAAAAAAAAAAAAAA-_", first: 12 };
  expect(readRelayBatch(writeRelayBatch(batch))).toEqual(batch);
});

test("the dictionary has simulated stations only", () => {
  const lines = readFileSync(new URL("./jetwire-1.dictionary", import.meta.url), "utf8").trim();
  for (const line of lines.split("\n")) {
    const idents = line.match(/"(?:station|station_id)":"[^"]*"/g) ?? [];
    expect(idents.every((ident) => ident.includes('"SIM-'))).toBe(true);
  }
});
