import type { Message } from "@jetwire/protocol";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

async function redact(...args: string[]): Promise<Ran> {
  const { url, redisUrl, namespace } = at;
  const env = { DATABASE_URL: url, REDIS_URL: redisUrl, JETWIRE_NAMESPACE: namespace };
  return await runJetwire(["redact", "--reason", "private", ...args], { env });
}

async function store(count: number, over: Partial<Message>): Promise<void> {
  const messages = Array.from({ length: count }, () => testMessage(over));
  await storeMessages(
    at.database.sql,
    messages.map((message) => ({ message, flightKey: "UAL777" })),
  );
}

test("what filters select is listed and counted, and redacted with the count", async () => {
  const { sql } = at.database;
  await store(3, { label: "5Z", text: "FIRST\u001b[2J WORDS" });
  await store(1, { label: "H1" });
  const filter = ["--filter", "flight=UAL777", "label=5Z"];
  const counted = await redact(...filter);
  expect(counted.code).toBe(0);
  expect(counted.stdout).toContain("FIRST [2J WORDS");
  expect(counted.stdout).toContain("add --count 3 to redact them");
  expect(errorOf(await redact(...filter, "--count", "2", "--json"))).toMatchObject({
    code: "conflict",
  });
  expect(await sql`select 1 from messages`).toHaveLength(4);
  const done = await redact(...filter, "--count", "3", "--json");
  expect(done.json()).toEqual({ redacted: 3, logged: true });
  const [rest] = await sql`select label from messages`;
  expect(rest).toEqual({ label: "H1" });
  const [audited] = await sql<{ details: object }[]>`select details from audit_log limit 1`;
  expect(audited?.details).toMatchObject({ filter: "label=5Z&flight=UAL777" });
});

test.each([
  [["--filter", "flight"], "must be like flight=UAL123"],
  [["--filter", "label=H1", "label=5Z"], "--filter label: must be given once"],
  [["--filter", "since=yesterday"], "--filter since"],
  [["--filter", "colour=red"], "--filter colour"],
  [["--filter", "station=NOBODY"], "station is not the id or ident of a known station"],
  [["--filter", "until=2026-01-31T13:00:00Z"], "--filter since: is required"],
  [["--count", "3"], "--count requires --filter"],
  [["--filter", "label=H1", "--station", "1"], "--filter must not be combined"],
])("%j is refused with what is wrong", async (args, text) => {
  const refused = await redact(...args, "--json");
  expect(refused.code).toBe(2);
  expect(errorOf(refused).message).toContain(text);
});
