import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";

let at: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
});
afterAll(() => at[Symbol.asyncDispose]());

async function register(ident: string): Promise<number> {
  return await db.stations.register(sql, { ident, sourceType: "acars", simulated: false });
}

let seq = 0;
/** Stores a message of a station that is received now. */
async function receive(stationId: number): Promise<void> {
  const links = { first: true, skewed: false, icao: null, flightKey: null };
  const message = testMessage({ stationId });
  await db.messageStore.storeBatch(sql, {
    parts: [
      { partition: 0, messages: [{ message, links, raw: "{}", producer: "test:1", seq: ++seq }] },
    ],
    airframes: [],
    flights: [],
  });
}

/** Lets the station's last reception be so many days ago. */
async function age(stationId: number, days: number): Promise<void> {
  await sql`
    update stations set last_received_at = last_received_at - make_interval(days => ${days}),
      created_at = created_at - make_interval(days => ${days})
    where id = ${stationId}`;
}

async function isListed(ident: string): Promise<boolean> {
  const rows = await db.stations.listVisible(sql, { ident, limit: 10 }, null);
  return rows.length > 0;
}

test("a station is in public lists once it has sent on three different days", async () => {
  const id = await register("THREE-DAYS");
  for (let day = 1; day <= 3; day++) {
    expect(await isListed("THREE-DAYS")).toBe(false);
    await receive(id);
    await receive(id);
    if (day < 3) await age(id, 1);
  }
  expect(await isListed("THREE-DAYS")).toBe(true);
});

test("a claimed station is in public lists at once", async () => {
  await register("CLAIMED");
  const account = await db.accounts.add(sql, "claimant");
  expect(await isListed("CLAIMED")).toBe(false);
  await db.stations.claim(sql, { ident: "CLAIMED", accountId: account?.id ?? "", moves: false });
  expect(await isListed("CLAIMED")).toBe(true);
});

test("provisional stations are deleted after 14 silent days, and no others", async () => {
  const account = await db.accounts.add(sql, "owner");
  for (const ident of ["SILENT", "NEVER", "RECENT", "OWNED", "ASKED", "KNOWN"]) {
    const id = await register(ident);
    if (ident !== "NEVER") await receive(id);
    await age(id, ident === "RECENT" ? 13 : 15);
    if (ident === "OWNED")
      await db.stations.claim(sql, { ident, accountId: account?.id ?? "", moves: false });
    if (ident === "KNOWN") await sql`update stations set provisional = false where id = ${id}`;
    if (ident !== "ASKED") continue;
    await db.claims.request(sql, { stationId: id, accountId: account?.id ?? "", note: null });
  }
  const cutoff = new Date(Date.now() - 14 * 86_400_000);
  expect(await db.stations.deleteProvisional(sql, cutoff, 1)).toHaveLength(1);
  const rest = await db.stations.deleteProvisional(sql, cutoff, 100);
  expect(rest).toHaveLength(1);
  const left = await sql<{ ident: string }[]>`
    select ident from stations where ident in ('SILENT', 'NEVER', 'RECENT', 'OWNED', 'ASKED', 'KNOWN')
    order by ident`;
  expect(left.map(({ ident }) => ident)).toEqual(["ASKED", "KNOWN", "OWNED", "RECENT"]);
});
