import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carryOutDueJob } from "../src/jobs/carry-out-due.ts";

let at: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
});
afterAll(() => at[Symbol.asyncDispose]());

const refused = () => Promise.reject(new Error("Redis is unavailable"));

/** Creates the job of a process whose notices are lost: what is due is carried out nevertheless. */
function openJob() {
  return carryOutDueJob(at.database, { publish: refused }, { wake: refused });
}

async function addOwner(username: string) {
  const accountId = (await db.accounts.add(sql, username))?.id ?? "";
  const ident = `DUE-${username}`;
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "vdl" });
  return { accountId, username, ident, stationId: station?.id ?? 0 };
}

test("what is due is carried out once, by however many processes, and what is not waits", async () => {
  const [leaver, eraser, giver, taker] = await Promise.all(
    ["leaver", "eraser", "giver", "taker"].map(addOwner),
  );
  if (!leaver || !eraser || !giver || !taker) throw new Error("no owners");
  await db.erasures.plan(sql, { kind: "account", accountId: leaver.accountId });
  const { accountId, stationId } = eraser;
  await db.erasures.plan(sql, { kind: "station", accountId, stationId });
  const asked = { stationId: giver.stationId, accountId: giver.accountId, username: "taker" };
  const result = await db.transfers.request(sql, asked);
  const transferId = result.status === "requested" ? result.transfer.id : "";
  expect(await db.transfers.accept(sql, transferId, taker.accountId)).toBe(true);
  expect(await openJob().run()).toEqual({ erased: 0, moved: 0, forgotten: 0 });

  // Chores was paused for weeks: nothing has expired meanwhile.
  await sql`update planned_erasures set due_at = now() - interval '20 days'`;
  await sql`
    update station_transfers
    set due_at = now() - interval '20 days', expires_at = now() - interval '14 days'`;
  expect(await db.transfers.deleteExpired(sql, new Date(), 100)).toBe(0);
  const runs = await Promise.all([openJob().run(), openJob().run(), openJob().run()]);
  expect(runs.reduce((sum, run) => sum + Number(run["erased"]), 0)).toBe(2);
  expect(runs.reduce((sum, run) => sum + Number(run["moved"]), 0)).toBe(1);
  expect(await openJob().run()).toEqual({ erased: 0, moved: 0, forgotten: 0 });

  const erasures = await sql<{ kind: string }[]>`select kind from erasures order by kind`;
  expect(erasures).toEqual([{ kind: "account" }, { kind: "station" }]);
  const [moved] = await sql`select account_id as owner from stations where id = ${giver.stationId}`;
  expect(moved).toEqual({ owner: taker.accountId });
  const notices = await sql<{ title: string }[]>`
    select title from notifications where type = 'station.transfer' order by title`;
  expect(notices).toEqual([{ title: "Station given away" }, { title: "Station received" }]);
  const actions = await sql<{ action: string }[]>`
    select action from audit_log where actor = 'carry-out-due' order by action`;
  expect(actions.map(({ action }) => action)).toEqual([
    "account.erase",
    "station.erase",
    "station.move",
  ]);
});

test("an erasure that was called off does not take effect", async () => {
  const { accountId } = await addOwner("stays");
  const planned = await db.erasures.plan(sql, { kind: "account", accountId });
  expect(await db.erasures.callOff(sql, planned?.erasure.id ?? "", accountId)).toBe(true);
  await sql`update planned_erasures set due_at = now()`;
  expect(await openJob().run()).toEqual({ erased: 0, moved: 0, forgotten: 0 });
  const [account] = await sql`select ended_at from accounts where id = ${accountId}`;
  expect(account).toEqual({ endedAt: null });
});

test("a replaced secret of a webhook is forgotten when it has expired, and not before", async () => {
  const { accountId } = await addOwner("receiver");
  const add = async (name: string) => {
    const added = await db.destinations.add(sql, {
      accountId,
      name,
      address: "example.org",
      target: { channel: "webhook", url: "https://example.org/", secret: `the first of ${name}` },
      types: ["station.offline"],
      ruleIds: [],
    });
    const own = { id: added?.id ?? "", accountId };
    await db.destinations.replaceSecret(sql, own, `the second of ${name}`, 60);
    return own.id;
  };
  const [expired, valid] = [await add("expired"), await add("valid")];
  await sql`update destinations set previous_secret_until = now() where id = ${expired}`;
  expect(await openJob().run()).toEqual({ erased: 0, moved: 0, forgotten: 1 });
  const read = async (id: string) => {
    const [row] = await sql`
      select target->>'secret' as secret, target->>'previousSecret' as previous,
        previous_secret_until is null as is_over
      from destinations where id = ${id}`;
    return row;
  };
  expect(await read(expired)).toEqual({
    secret: "the second of expired",
    previous: null,
    isOver: true,
  });
  expect(await read(valid)).toMatchObject({ previous: "the first of valid", isOver: false });
  expect(await openJob().run()).toEqual({ erased: 0, moved: 0, forgotten: 0 });
});
