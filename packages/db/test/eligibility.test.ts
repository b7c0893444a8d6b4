import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { Sql } from "../src/index.ts";

let at: TestDatabase;
let sql: Sql;
let alice = "";
let bob = "";

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  alice = (await db.accounts.add(sql, "alice"))?.id ?? "";
  bob = (await db.accounts.add(sql, "bob"))?.id ?? "";
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate eligibility_overrides`;
  await sql`delete from stations`;
});

/** Adds a station that was first received `days` ago and last `silentHours` ago; its row is an hour old. */
async function station(ident: string, accountId: string | null, days = 8, silentHours = 0) {
  const [row] = await sql<{ id: number }[]>`
    insert into stations (ident, account_id, updated_at, first_received_at, last_received_at)
    values (${ident}, ${accountId}, now() - interval '1 hour', now() - make_interval(days => ${days}),
      now() - make_interval(hours => ${silentHours}))
    returning id`;
  return row?.id ?? 0;
}

/** Returns when the eligibility of each station was last computed, by station id. */
async function computedAt(): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; at: string }[]>`
    select station_id as id, computed_at as at from station_eligibility`;
  return new Map(rows.map((row) => [row.id, Date.parse(row.at)]));
}

async function age(interval: string): Promise<void> {
  await sql`update station_eligibility set computed_at = computed_at - ${interval}::interval`;
}

test("each station lists the conditions it lacks, also before its first message", async () => {
  await station("GOOD", alice);
  await station("NEW", alice, 6);
  await station("SILENT", alice, 30, 25);
  const hidden = await station("HIDDEN", alice, 30);
  await db.stations.change(sql, { id: hidden, accountId: alice }, { hidden: true });
  await sql`insert into stations (ident, account_id) values ('NEVER', ${alice})`;
  const { eligible, stations, computedAt: time } = await db.eligibility.readForAccount(sql, alice);
  expect(eligible).toBe(true);
  expect(stations.map(({ ident, lacks }) => [ident, lacks])).toEqual([
    ["GOOD", []],
    ["NEW", ["days"]],
    ["SILENT", ["active"]],
    ["HIDDEN", ["visible"]],
    ["NEVER", ["active", "days"]],
  ]);
  expect(Date.now() - Date.parse(time ?? "")).toBeLessThan(60_000);
  expect(await db.eligibility.readForAccount(sql, bob)).toEqual({
    eligible: false,
    computedAt: null,
    override: null,
    stations: [],
  });
});

test("a computed eligibility is used until it is too old or the station changes", async () => {
  const id = await station("AB-1", alice, 8, 48);
  await db.eligibility.readForAccount(sql, alice);
  const first = await computedAt();
  await sql`update stations set last_received_at = now()`;
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({ eligible: false });
  expect(await computedAt()).toEqual(first);
  // If no job computes it any more, a request does.
  await age("3 hours");
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({ eligible: true });
  await db.stations.change(sql, { id, accountId: alice }, { hidden: true });
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({ eligible: false });
});

test("a station is eligible as soon as its seven days are over", async () => {
  await station("AB-1", alice, 6);
  const [before] = (await db.eligibility.readForAccount(sql, alice)).stations;
  expect(before?.lacks).toEqual(["days"]);
  const leftMs = Date.parse(before?.meetsAt ?? "") - Date.now();
  expect(Math.round(leftMs / 3_600_000)).toBe(24);
  await sql`update stations set first_received_at = now() - interval '7 days 1 second'`;
  const [after] = (await db.eligibility.readForAccount(sql, alice)).stations;
  expect(after).toMatchObject({ eligible: true, lacks: [], meetsAt: null });
});

test("starter keys become feeder keys once their account is eligible, and are recorded", async () => {
  await station("AB-1", alice);
  await station("AB-2", bob, 1);
  for (const accountId of [alice, alice, bob]) {
    await db.apiKeys.add(sql, {
      accountId,
      tier: "starter",
      keyHash: randomBytes(32),
      hint: "jw_x",
    });
  }
  expect(await db.apiKeys.upgradeStarters(sql, 10)).toEqual([]);
  await db.eligibility.compute(sql, 10);
  expect(await db.apiKeys.upgradeStarters(sql, 1)).toMatchObject([
    { accountId: alice, hint: "jw_x" },
  ]);
  expect(await db.apiKeys.upgradeStarters(sql, 10)).toMatchObject([{ accountId: alice }]);
  await db.eligibility.setOverride(sql, bob, { eligible: true, reason: null, until: null });
  const [upgraded, ...more] = await db.apiKeys.upgradeStarters(sql, 10);
  expect(upgraded).toMatchObject({ accountId: bob });
  expect(more).toEqual([]);
  const [key] = await sql`select tier from api_keys where id = ${upgraded?.keyId ?? ""}`;
  expect(key).toEqual({ tier: "feeder" });
  const [action] = await sql`select account_id, details from audit_log
    where action = 'key.upgrade' and object_id = ${upgraded?.keyId ?? ""}`;
  expect(action).toEqual({ accountId: bob, details: { tier: "feeder" } });
  await sql`delete from api_keys`;
});

test("a station that is linked, or moves, counts for its new owner at once and for no other", async () => {
  await station("AB-1", alice);
  await station("AB-2", null);
  await db.eligibility.compute(sql, 10);
  await db.stations.claim(sql, { ident: "AB-2", accountId: bob, moves: false });
  expect(await db.eligibility.readForAccount(sql, bob)).toMatchObject({ eligible: true });
  await db.stations.claim(sql, { ident: "AB-1", accountId: bob, moves: true });
  expect((await db.eligibility.readForAccount(sql, alice)).stations).toEqual([]);
  expect((await db.eligibility.readForAccount(sql, bob)).stations).toHaveLength(2);
});

test("batches compute the oldest first, and only claimed stations of active accounts", async () => {
  await db.accounts.add(sql, "former");
  const former = (
    await sql<{ id: string }[]>`select id from accounts where username = 'former'`
  )[0];
  for (let i = 0; i < 5; i++) await station(`AB-${i}`, i % 2 ? alice : bob);
  await station("FREE", null);
  await station("ENDED", former?.id ?? "");
  await db.accounts.end(sql, "former");
  expect(await db.eligibility.compute(sql, 3)).toBe(3);
  const early = [...(await computedAt()).keys()];
  expect(await db.eligibility.compute(sql, 3)).toBe(2);
  expect(await db.eligibility.compute(sql, 3)).toBe(0);
  expect((await computedAt()).size).toBe(5);
  await age("1 hour");
  await sql`update station_eligibility set computed_at = computed_at - interval '1 day'
    where station_id = any(${early}::integer[])`;
  expect(await db.eligibility.compute(sql, 3)).toBe(3);
  const times = await computedAt();
  const aged = [...times.keys()].filter((id) => (times.get(id) ?? 0) < Date.now() - 1_800_000);
  expect(aged).toHaveLength(2);
  expect(aged.some((id) => early.includes(id))).toBe(false);
});

test("two who compute the same at once don't stand in each other's way", async () => {
  for (let i = 0; i < 60; i++) await station(`AB-${i}`, alice);
  await db.eligibility.readForAccount(sql, alice);
  await age("1 day");
  const asked = Array.from({ length: 12 }, (_, i) =>
    i % 2 ? db.eligibility.readForAccount(sql, alice) : db.eligibility.compute(sql, 40),
  );
  await Promise.all(asked);
  expect((await computedAt()).size).toBe(60);
});

test("the operator's word stands above what stations lack, for its time", async () => {
  const id = await station("AB-1", alice, 1);
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({
    eligible: false,
    override: null,
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await db.eligibility.setOverride(sql, alice, { eligible: true, reason: "known", until });
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({
    eligible: true,
    override: { eligible: true, until },
    stations: [{ id, eligible: false, lacks: ["days"] }],
  });
  await db.eligibility.setOverride(sql, alice, { eligible: false, reason: null, until: null });
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({
    override: { eligible: false, until: null },
  });
  await db.eligibility.setOverride(sql, alice, {
    eligible: true,
    reason: null,
    until: new Date(Date.now() - 1).toISOString(),
  });
  expect(await db.eligibility.readForAccount(sql, alice)).toMatchObject({
    eligible: false,
    override: null,
  });
  await db.eligibility.setOverride(sql, alice, null);
  expect(await sql`select 1 from eligibility_overrides`).toHaveLength(0);
});

test("the list leaves out the account of the canary", async () => {
  await db.canary.open(sql, { hash: Buffer.alloc(32, 1), hint: "cana" }, 1);
  await db.eligibility.compute(sql, 10);
  expect(await db.eligibility.list(sql, 100)).toEqual([]);
});

test("the list shows who has stations or a word of the operator's", async () => {
  await station("AB-1", alice);
  await station("AB-2", alice, 1);
  expect(await db.eligibility.list(sql, 100)).toMatchObject([
    { username: "alice", computedAt: null },
  ]);
  await db.eligibility.compute(sql, 10);
  await db.eligibility.setOverride(sql, bob, { eligible: true, reason: "relay", until: null });
  expect(await db.eligibility.list(sql, 100)).toMatchObject([
    { username: "alice", eligible: true, stations: 2, eligibleStations: 1, override: null },
    { username: "bob", eligible: true, stations: 0, override: true, reason: "relay" },
  ]);
});
