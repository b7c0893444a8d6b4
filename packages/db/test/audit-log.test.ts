import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { Actor } from "../src/index.ts";

let at: TestDatabase;
const rita: Actor = { kind: "operator", name: "rita@console" };
const page = { limit: 100 };

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

test("an action is recorded by the statement that acts: both happen or neither", async () => {
  const { sql } = at.database;
  const account = await db.accounts.add(sql, "alice", rita);
  expect(await db.accounts.add(sql, "ALICE", rita)).toBeNull();
  const recorded = await db.audit.listActions(sql, { ...page, objectKind: "account" });
  expect(recorded).toMatchObject([
    { actor: "rita@console", action: "account.add", objectId: account?.id, accountId: account?.id },
  ]);
  const refused = sql`
    with ended as (
      update accounts set ended_at = now() where username = 'alice' returning id
    ), recorded as (${db.audit.recordAction(
      sql,
      { actor: rita, action: "not an action", object: { kind: "account", id: sql`id` } },
      sql`from ended`,
    )})
    select id from ended`;
  await expect(refused).rejects.toThrow(/audit_log_action_check/);
  const [row] = await sql`select ended_at from accounts where username = 'alice'`;
  expect(row).toEqual({ endedAt: null });
  expect(await db.accounts.end(sql, "alice", rita)).not.toBeNull();
});

test("nobody changes, deletes or empties the log; only what is past its retention is deleted", async () => {
  const { sql } = at.database;
  await db.audit.recordAction(sql, {
    actor: rita,
    action: "tier.set",
    object: { kind: "tier", id: "t" },
  });
  await expect(sql`update audit_log set actor = 'nobody'`).rejects.toThrow(/never changed/);
  await expect(sql`delete from audit_log`).rejects.toThrow(/never changed/);
  await expect(sql`truncate audit_log`).rejects.toThrow(/never changed/);
  await expect(db.audit.deleteActions(sql, new Date(), 10)).rejects.toThrow(/at least 30 days/);
  await sql`insert into audit_log (at, actor_kind, actor, action, object_kind, object_id)
    values (now() - interval '40 days', 'operator', 'old', 'tier.set', 'tier', 't')`;
  const cutoff = new Date(Date.now() - 31 * 86_400_000);
  expect(await db.audit.deleteActions(sql, cutoff, 10)).toBe(1);
  expect(await db.audit.deleteActions(sql, cutoff, 10)).toBe(0);
  // The permission ends with the function.
  await expect(sql`delete from audit_log`).rejects.toThrow(/never changed/);
});

test("details never have a key or token", async () => {
  const { sql } = at.database;
  const object = { kind: "note", id: 1 };
  const about = { actor: rita, action: "note.add", object };
  expect(() => db.audit.recordAction(sql, { ...about, details: { apiKey: "x" } })).toThrow(
    /apiKey/,
  );
  const text = `leaked jw_${"a1B2".repeat(9)} today`;
  await db.audit.recordAction(sql, {
    ...about,
    details: { reason: text, note: "n".repeat(5_000) },
  });
  const [recorded] = await db.audit.listActions(sql, { ...page, objectKind: "note" });
  expect(recorded?.details).toEqual({ reason: "leaked [hidden] today", note: "n".repeat(500) });
});

test("the log is paged by number, and filtered by actor, object and time", async () => {
  const { sql } = at.database;
  const bob = await db.accounts.add(sql, "bob");
  const actor: Actor = { kind: "account", id: bob?.id ?? "" };
  for (let id = 1; id <= 5; id++) {
    await db.audit.recordAction(sql, {
      actor,
      action: "station.set",
      object: { kind: "station", id },
    });
  }
  const all = await db.audit.listActions(sql, { limit: 3, actor: "BOB" });
  expect(all.map(({ objectId }) => objectId)).toEqual(["5", "4", "3"]);
  expect(all[0]?.actor).toBe("bob");
  const rest = await db.audit.listActions(sql, { limit: 3, actor: "bob", before: all.at(-1)?.id });
  expect(rest.map(({ objectId }) => objectId)).toEqual(["2", "1"]);
  const one = await db.audit.listActions(sql, { ...page, objectKind: "station", objectId: "4" });
  expect(one).toHaveLength(1);
  expect(
    await db.audit.listActions(sql, { ...page, since: new Date(Date.now() + 60_000) }),
  ).toEqual([]);
});
