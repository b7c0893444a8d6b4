import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

const zero = "00000000-0000-7000-8000-000000000000";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

async function account(username: string, ...idents: string[]) {
  const { sql } = at.database;
  const accountId = (await db.accounts.add(sql, username))?.id ?? "";
  const stations: number[] = [];
  for (const ident of idents) {
    stations.push((await db.stations.add(sql, { ident, accountId, sourceType: null }))?.id ?? 0);
  }
  return { accountId, stations };
}

async function store(...stationIds: number[]) {
  const messages = stationIds.map((stationId) => testMessage({ stationId }));
  await storeMessages(
    at.database.sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  return messages;
}

test("own messages come by id over all own stations, each up to its bound, and go with their station", async () => {
  const { sql } = at.database;
  const mine = await account("mine", "FP-1", "FP-2", "FP-SILENT");
  const other = await account("other", "FP-3");
  const [one = 0, two = 0] = mine.stations;
  const messages = await store(one, two, other.stations[0] ?? 0, one, two, one);
  const own = messages.filter(({ stationId }) => mine.stations.includes(stationId));
  const bounds = await db.messages.newestOwnMessages(sql, mine.accountId);
  expect(bounds.toSorted((a, b) => a.stationId - b.stationId)).toEqual([
    { stationId: one, messageId: messages[5]?.id },
    { stationId: two, messageId: messages[4]?.id },
  ]);
  // Stored while a reader is between pages.
  await store(one, two);
  const first = await db.messages.listOwnMessages(sql, mine.accountId, {
    after: zero,
    bounds,
    rowsMax: 3,
  });
  expect(first).toEqual(own.slice(0, 3));
  const after = first.at(-1)?.id ?? "";
  expect(
    await db.messages.listOwnMessages(sql, mine.accountId, { after, bounds, rowsMax: 3 }),
  ).toEqual(own.slice(3));
  expect(await db.messages.countOwnMessages(sql, mine.accountId, after, 100)).toBe(4);
  expect(await db.messages.countOwnMessages(sql, mine.accountId, zero, 4)).toBe(4);
  expect(await db.messages.oldestOwnMessage(sql, mine.accountId, 100)).toBe(own[0]?.id);
  expect(await db.messages.oldestOwnMessage(sql, mine.accountId, 6)).toBe(own[1]?.id);

  await db.stations.claim(sql, { ident: "FP-2", accountId: other.accountId, moves: true });
  const left = own.filter(({ stationId }) => stationId === one);
  expect(
    await db.messages.listOwnMessages(sql, mine.accountId, { after: zero, bounds, rowsMax: 100 }),
  ).toEqual(left);
  expect(await db.messages.countOwnMessages(sql, other.accountId, zero, 100)).toBe(4);
  const nobody = await account("nobody");
  expect(await db.messages.newestOwnMessages(sql, nobody.accountId)).toEqual([]);
  expect(
    await db.messages.listOwnMessages(sql, nobody.accountId, {
      after: zero,
      bounds: [],
      rowsMax: 100,
    }),
  ).toEqual([]);
  expect(await db.messages.oldestOwnMessage(sql, nobody.accountId, 100)).toBeNull();
});

test("the retention start is the oldest day that has a partition", async () => {
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date("2020-01-31T12:00:00Z"), 2);
  expect(await db.messages.retentionStartMs(sql)).toBe(Date.parse("2020-01-31"));
});

test("A-22, A-23: keys that ended are listed with the reason", async () => {
  const { sql } = at.database;
  const keys: string[] = [];
  for (const [i, username] of ["active", "revoked", "expired", "ended"].entries()) {
    const { accountId } = await account(username);
    const keyHash = new Uint8Array(32).fill(i);
    const added = await db.apiKeys.add(sql, {
      accountId,
      tier: "feeder",
      keyHash,
      hint: "jw_abcde",
    });
    keys.push(added?.id ?? "");
  }
  const [active = "", revoked = "", expired = "", ended = ""] = keys;
  await db.apiKeys.revoke(sql, revoked);
  await sql`update api_keys set expires_at = now() where id = ${expired}`;
  await sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${active}`;
  expect(await db.accounts.end(sql, "ENDED")).toMatchObject({ username: "ended" });
  expect(await db.accounts.end(sql, "ended")).toBeNull();
  const unknown = "00000000-0000-4000-8000-000000000000";
  const found = await db.apiKeys.findEnded(sql, [...keys, unknown]);
  expect(new Map(found.map(({ keyId, end }) => [keyId, end]))).toEqual(
    new Map([
      [revoked, "revoked"],
      [expired, "expired"],
      [ended, "account-ended"],
      [unknown, "revoked"],
    ]),
  );
});
