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

test("puts lines together that arrive in pieces", () => {
  const said: string[] = [];
  const digest = new LogDigest("rest-0", (text) => said.push(text));
  const whole = line(40, "slow");
  digest.write(Buffer.from(whole.slice(0, 9)));
  expect(said).toEqual([]);
  digest.write(Buffer.from(whole.slice(9)));
  expect(said).toEqual(["rest-0: slow"]);
});

test("says the same thing once in ten seconds, five things at most, and how many it held back", () => {
  let now = 0;
  const said: string[] = [];
  const digest = new LogDigest(
    "rest-0",
    (text) => said.push(text),
    () => now,
  );
  for (const msg of ["a", "a", "b", "c", "d", "e", "f"]) digest.write(Buffer.from(line(40, msg)));
  expect(said).toEqual(["a", "b", "c", "d", "e"].map((msg) => `rest-0: ${msg}`));
  now = 10_000;
  digest.write(Buffer.from(line(40, "a")));
  expect(said.slice(5)).toEqual(["rest-0: 2 more lines in its log", "rest-0: a"]);
});
