import * as db from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishErasuresJob } from "../src/jobs/finish-erasures.ts";

let at: TestDatabase;
const refuse = () => Promise.reject(new Error("Redis is unavailable"));
const later = () => Date.now() + 5 * 60_000;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

test("an erasure that was interrupted is finished by a later run, once late writes are over", async () => {
  const { sql } = at.database;
  const alice = await db.accounts.add(sql, "alice");
  const bob = await db.accounts.add(sql, "bob");
  const [senderId, recipientId] = [alice?.id ?? "", bob?.id ?? ""];
  for (let n = 0; n < 5; n++) {
    await db.chat.storeMessage(sql, { senderId, recipientId, body: `secret ${n}`, clientId: null });
  }
  const actor = { kind: "account", id: senderId } as const;
  const begun = await db.erasures.beginForAccount(sql, senderId, actor);
  if (begun === null) throw new Error("the account of the test is not there");
  expect(await db.erasures.beginForAccount(sql, senderId, actor)).toMatchObject({ id: begun.id });
  expect(await db.erasures.eraseNext(sql, begun, 2)).toBe(2);

  const erased: string[] = [];
  const redis = {
    account: async (id: string) => void erased.push(id),
    station: async () => {},
  };
  let nowMs = Date.now();
  const job = finishErasuresJob(at.database, redis, () => nowMs);
  expect(await job.run()).toEqual({ rows: 3, finished: 0, pending: 1 });
  nowMs += 5 * 60_000;
  expect(await job.run()).toEqual({ rows: 0, finished: 1, pending: 0 });
  expect(await job.run()).toEqual({ rows: 0, finished: 0, pending: 0 });
  expect(erased).toEqual([senderId, senderId]);
  expect(await sql`select 1 from chat_messages where body <> ''`).toEqual([]);
  const done = await db.erasures.read(sql, begun.id);
  expect(done?.finishedAt).not.toBeNull();
  expect(done?.counts).toMatchObject({ chatMessages: 5 });
});

test("a run without Redis fails, and leaves the erasure pending", async () => {
  const { sql } = at.database;
  const carol = await db.accounts.add(sql, "carol");
  const begun = await db.erasures.beginForAccount(sql, carol?.id ?? "", {
    kind: "system",
    name: "test",
  });
  const job = finishErasuresJob(at.database, { account: refuse, station: refuse }, later);
  await expect(job.run()).rejects.toThrow("Redis is unavailable");
  expect((await db.erasures.read(sql, begun?.id ?? ""))?.finishedAt).toBeNull();
});
