import { describe, expect, test } from "vitest";
import { readEntry } from "./streams.ts";

const whole = [
  "v",
  "1",
  "p",
  "p:1",
  "n",
  "42",
  "s",
  "7",
  "m",
  "{}",
  "l",
  "{}",
  "r",
  '{"a":"\u0000é"}',
];

function without(name: string): string[] {
  const at = whole.indexOf(name);
  return whole.toSpliced(at, 2);
}

describe("an entry of the stream", () => {
  test("is read with all it holds", () => {
    expect(readEntry("1-0", whole)).toEqual({
      entryId: "1-0",
      producer: "p:1",
      seq: 42,
      stationId: 7,
      messageJson: "{}",
      linksJson: "{}",
      raw: '{"a":"\u0000é"}',
    });
  });

  test("may have fields of a later writer", () => {
    expect(readEntry("1-0", [...whole, "z", "later", "__proto__", "x"])).toMatchObject({ seq: 42 });
  });

  test("of another version is refused (F-33)", () => {
    expect(readEntry("1-0", ["v", "2", ...whole.slice(2)])).toMatchObject({
      refused: "unknown-version",
    });
    expect(readEntry("1-0", without("v"))).toMatchObject({ refused: "unknown-version" });
    expect(readEntry("1-0", [])).toMatchObject({ refused: "unknown-version" });
  });

  test.each(["p", "n", "s", "m"])("without %s is refused", (name) => {
    expect(readEntry("1-0", without(name))).toMatchObject({ refused: "bad-entry" });
  });
});
