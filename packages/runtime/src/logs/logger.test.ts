import { hostname } from "node:os";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

/** Returns what a logger writes. */
function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const logger = createLogger("test", "info", 2, { write: (line) => void lines.push(line) });
  log(logger);
  return lines.join("");
}

test("a line is JSON with the service, the host, the replica, the time and the facts", () => {
  const line = written((log) => log.child({ part: "feeds" }).warn({ entryId: "1-1" }, "it failed"));
  expect(JSON.parse(line)).toMatchObject({
    name: "test",
    host: hostname(),
    replica: 2,
    part: "feeds",
    entryId: "1-1",
  });
  expect(JSON.parse(line)).toHaveProperty("time", expect.stringMatching(/^\d{4}-.*Z$/));
});

test.each([
  ["a member that is named like a secret", { token: "4711" }],
  ["such a member one level below", { request: { authorization: "Bearer 4711" } }],
  ["an API key in a text", { detail: "key jw_471147110000000000000000000000000000 failed" }],
  ["a station key in a text", { detail: "MY-1~jws_471147110000000000000000" }],
  ["a token in a text", { detail: "eyJhbGciOi.47114711.47114711" }],
  ["a password in an address", { url: "redis://user:4711@host:1/0" }],
  ["an error with such an address", { err: new Error("postgres://u:4711@db failed") }],
])("%s is hidden, and the line is JSON", (_, facts) => {
  const line = written((log) => log.error(facts, "it failed"));
  expect(line).not.toContain("4711");
  expect(line).toContain("[hidden]");
  expect(JSON.parse(line)).toHaveProperty("msg", "it failed");
});

test("what only looks like a secret stays", () => {
  const facts = { detail: "http://127.0.0.1:8080/v1 and a@b", at: "2026-11-22T10:00:00.000Z" };
  expect(JSON.parse(written((log) => log.info(facts, "started")))).toMatchObject(facts);
});

test("an error is logged with its type, message, code, stack and causes, and nothing else", () => {
  const row = { detail: "Failing row contains (4711)", command: { args: ["4711"] } };
  const cause = Object.assign(new Error("violates check constraint"), { code: "23514", ...row });
  const error = new TypeError("the batch failed", { cause });
  const line = written((log) => log.child({ part: "store" }).error({ err: error }, "it failed"));
  expect(line).not.toContain("4711");
  const frames = expect.stringMatching(/^ {4}at .*logger\.test\.ts/);
  expect(JSON.parse(line)).toHaveProperty("err", {
    type: "TypeError",
    message: "the batch failed",
    stack: frames,
    cause: { type: "Error", message: "violates check constraint", code: "23514", stack: frames },
  });
});

test("a chain of causes has an end, and a thrown value that is no error is logged as text", () => {
  const error = new Error("first");
  error.cause = error;
  const line = written((log) => log.error({ err: error }, "it failed"));
  expect(line.match(/"message":"first"/g)).toHaveLength(6);
  expect(JSON.parse(written((log) => log.error({ err: "away" }, "it failed")))).toHaveProperty(
    "err",
    { message: "away" },
  );
});
