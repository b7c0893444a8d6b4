import { expect, test } from "vitest";
import { LogDigest, shortened } from "./log-digest.ts";

function line(level: number, msg: string): string {
  return `${JSON.stringify({ level, msg })}\n`;
}

test.each([
  ['{"level":40,"msg":"journal is nearly full"}', "journal is nearly full"],
  ['{"level":50,"msg":"failed","err":{"message":"no\\nroom"}}', "failed: no room"],
  ['{"level":30,"msg":"started"}', null],
  ["Redis is starting", null],
  ['{"level":40', null],
])("shortens %s", (text, shown) => {
  expect(shortened(text)).toBe(shown);
});

test("joins lines that arrive in pieces", () => {
  const printed: string[] = [];
  const digest = new LogDigest("rest-0", (text) => printed.push(text));
  const whole = line(40, "slow");
  digest.write(Buffer.from(whole.slice(0, 9)));
  expect(printed).toEqual([]);
  digest.write(Buffer.from(whole.slice(9)));
  expect(printed).toEqual(["rest-0: slow"]);
});

test("prints a text once in ten seconds, at most five texts, and the number of suppressed lines", () => {
  let now = 0;
  const printed: string[] = [];
  const digest = new LogDigest(
    "rest-0",
    (text) => printed.push(text),
    () => now,
  );
  for (const msg of ["a", "a", "b", "c", "d", "e", "f"]) digest.write(Buffer.from(line(40, msg)));
  expect(printed).toEqual(["a", "b", "c", "d", "e"].map((msg) => `rest-0: ${msg}`));
  now = 10_000;
  digest.write(Buffer.from(line(40, "a")));
  expect(printed.slice(5)).toEqual(["rest-0: 2 more lines in its log", "rest-0: a"]);
});
