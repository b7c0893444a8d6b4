import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let at: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate outbox, alert_rules cascade`;
});

let accounts = 0;
async function account(hasEmail = false) {
  const username = `user${++accounts}`;
  const email = hasEmail ? `${username}@example.org` : null;
  const accountId = (await db.accounts.add(sql, username))?.id ?? "";
  await sql`update accounts set email = ${email} where id = ${accountId}`;
  return { accountId, username, email };
}

test("offers of stations at the same time do not exceed the limit of a user", async () => {
  const [giver, taker] = [await account(), await account()];
  const stations: number[] = [];
  for (let n = 0; n < 26; n++) {
    const station = { ident: `AB-${n}`, accountId: giver.accountId, sourceType: null };
    stations.push((await db.stations.add(sql, station))?.id ?? 0);
  }
  const answers = await Promise.all(
    stations.map((stationId) =>
      db.transfers.request(sql, {
        stationId,
        accountId: giver.accountId,
        username: taker.username,
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses.filter((status) => status === "requested")).toHaveLength(20);
  expect(statuses.filter((status) => status === "too-many")).toHaveLength(6);
});

test("claims that are made at the same time do not exceed the limit of an account", async () => {
  const { accountId } = await account();
  const stations = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      db.stations.register(sql, { ident: `AB-CLAIM-${n}`, sourceType: "acars", simulated: false }),
    ),
  );
  // Each station twice: a claim that waits is no second one.
  const answers = await Promise.all(
    [...stations, ...stations].map((stationId) =>
      db.claims.request(sql, { stationId, accountId, note: null }),
    ),
  );
  const added = answers.filter((answer) => answer.status === "requested" && answer.isNew);
  expect(added).toHaveLength(10);
  const [row] = await sql`
    select count(*)::integer as claims from station_claims where account_id = ${accountId}`;
  expect(row).toEqual({ claims: 10 });
});

test("alert rules that are added at the same time do not exceed the limit of an account", async () => {
  const { accountId } = await account();
  const rule = { accountId, name: "Rule", filter: { tail: "N1" }, stationId: null };
  const added = await Promise.all(
    Array.from({ length: 60 }, () =>
      db.alerts.addRule(sql, { ...rule, notify: true, email: false, mutedUntil: null }),
    ),
  );
  expect(added.filter((one) => one === "too-many")).toHaveLength(10);
  const [row] = await sql`select count(*)::integer as rules from alert_rules`;
  expect(row).toEqual({ rules: 50 });
});

test.each([
  ["is sent to an address", true, "https://jetwire.example", 1],
  ["needs an address", false, "https://jetwire.example", 0],
  ["needs mail to be configured", true, null, 0],
])("the mail about a claim that was decided %s", async (_, hasEmail, mailOrigin, mails) => {
  const { accountId, email } = await account(hasEmail);
  const ident = `AB-MAIL-${accounts}`;
  const stationId = await db.stations.register(sql, {
    ident,
    sourceType: "acars",
    simulated: false,
  });
  const asked = await db.claims.request(sql, { stationId, accountId, note: null });
  if (asked.status !== "requested") throw new Error(asked.status);
  const actor = { kind: "system", name: "operator", reason: "Please wait." } as const;
  const decision = { id: asked.claim.id, approved: false, actor, mailOrigin };
  expect(await db.claims.decide(sql, decision)).toMatchObject({ status: "decided", ident });
  expect(await db.claims.decide(sql, decision)).toEqual({ status: "unknown" });
  const queued = await sql`select kind, recipient, account_id, facts from mails`;
  expect(queued).toHaveLength(mails);
  if (mails === 0) return;
  expect(queued[0]).toEqual({
    kind: "claim-decided",
    recipient: email,
    accountId,
    facts: {
      ident,
      decision: "refused",
      reason: "Please wait.",
      link: `https://jetwire.example/stations/${stationId}`,
    },
  });
  const notified = await sql`select title from notifications where user_id = ${accountId}`;
  expect(notified).toEqual([{ title: "Station claim rejected" }]);
});
