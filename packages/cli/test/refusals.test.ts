import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";
import { errorOf } from "./run-jetwire.ts";

let at: Operated;

beforeAll(async () => {
  at = await startOperated();
  await jetwire("accounts", "add", "alice");
  await jetwire("stations", "add", "AB1", "--account", "alice");
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const jetwire = (...args: string[]) => at.jetwire(...args);

test.each([
  [["keys", "issue", "--account", "alice", "--expires", "soon"], "usage", 2],
  [["keys", "issue", "--account", "alice", "--expires", "0d"], "usage", 2],
  [["keys", "issue", "--account", "alice", "--label", " "], "usage", 2],
  [["keys", "reissue", "1"], "not_found", 1],
  [["tiers", "set", "Gold!", "--requests-per-minute", "1"], "usage", 2],
  [["tiers", "set", "gold", "--requests-per-minute", "0"], "usage", 2],
  [["tiers", "remove", "none"], "not_found", 1],
  [["claims", "approve", "1"], "not_found", 1],
  [["accounts", "ban", "nobody"], "not_found", 1],
  [["tokens", "revoke", "a.b.c"], "not_found", 1],
  [["accounts", "add", "alice"], "conflict", 1],
  [["accounts", "add", "no spaces"], "usage", 2],
  [["accounts", "add"], "usage", 2],
  [["accounts", "add", "al"], "usage", 2],
  [["accounts", "rename", "alice"], "usage", 2],
  [["accounts", "rename", "alice", "al"], "usage", 2],
  [["accounts", "rename", "nobody", "somebody"], "not_found", 1],
  [["stations", "add", "AB1", "--account", "alice"], "conflict", 1],
  [["stations", "add", "X", "--account", "nobody"], "not_found", 1],
  [["stations", "add", "X"], "usage", 2],
  [["stations", "claim", "NONE", "--account", "alice"], "not_found", 1],
  [["keys", "issue", "--account", "alice", "--tier", "gold"], "usage", 2],
  [["keys", "revoke", "1"], "not_found", 1],
  [["keys", "revoke", "00000000-0000-0000-0000-000000000000"], "not_found", 1],
  [["tokens", "issue", "--account", "alice", "--ttl", "soon"], "usage", 2],
  [["tokens", "issue", "--account", "alice", "--ttl", "100000"], "usage", 2],
  [["feed", "none.ndjson", "--to", "udp://127.0.0.1:5550"], "not_found", 1],
  [["feed", "-", "--to", "ftp://x"], "usage", 2],
  [["nonsense"], "usage", 2],
  [["accounts", "list", "--nonsense"], "usage", 2],
  [[], "usage", 2],
])("%j is refused as %s, in one JSON document", async (args, code, exitCode) => {
  const ran = await jetwire(...args, "--json");
  expect(errorOf(ran)).toEqual({ code, message: expect.stringMatching(/./) });
  expect(ran.code).toBe(exitCode);
  expect(ran.stderr).toBe("");
});

test("without --json a refusal is one line on standard error", async () => {
  const ran = await jetwire("accounts", "add", "alice");
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toBe("jetwire: An account alice already exists\n");
});
