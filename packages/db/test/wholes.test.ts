import { messageIdFloor, type EntryWhole, type Message } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage, testWhole } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

const links = { first: true, icao: null, flightKey: null, skewed: false };
const record = { reason: "private data", by: "operator" };
let at: TestDatabase;
let seq = 0;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

async function store(message: Message, whole: EntryWhole | null = null): Promise<void> {
  const stored = { message, links, raw: "{}", whole, producer: "p:1", seq: ++seq };
  await db.messageStore.storeBatch(at.database.sql, {
    parts: [{ partition: 0, messages: [stored] }],
    airframes: [],
    flights: [],
  });
}

/** Stores a first part, and a last one that completes the whole. */
async function storeWhole(
  over: { stationId?: number; stationIds?: number[]; joinedBy?: "service" | "decoder" } = {},
) {
  const { stationId = 1, stationIds = [stationId], joinedBy = "service" } = over;
  const [first, last] = [testMessage({ stationId }), testMessage({ stationId })];
  const decoded = {
    by: "text" as const,
    decoder: "label-h1",
    level: "partial" as const,
    application: null,
    description: "Position \u0000",
    items: [{ label: "Altitude", value: 39_000, unit: "ft" }],
  };
  const partIds = [first.groupId, last.groupId];
  const entry = testWhole(
    last,
    { partIds, decoded, latitude: 48.5, altitude: null, joinedBy },
    stationIds,
  );
  await store(first);
  await store(last, entry);
  return { first, last, entry };
}

async function wholesOf(...messages: Message[]) {
  return await db.wholes.ofParts(at.database.sql, messages, null);
}

test("a whole is read back by each of its parts, with what it says", async () => {
  const { first, last, entry } = await storeWhole();
  const other = testMessage();
  const decoded = { ...entry.whole.decoded, description: "Position \u2400" };
  const whole = { ...entry.whole, decoded };
  expect(await wholesOf(first, last, other)).toEqual(
    new Map([
      [first.id, whole],
      [last.id, whole],
    ]),
  );
});

test("another station's reception of a part has the whole of its transmission", async () => {
  const { first, entry } = await storeWhole();
  const again = testMessage({ groupId: first.groupId, stationId: 2 });
  expect((await wholesOf(again)).get(again.id)?.id).toBe(entry.whole.id);
});

test("of several wholes a message has the one that its own station completed", async () => {
  const part = testMessage({ stationId: 2 });
  for (const stationId of [1, 2]) {
    const last = testMessage({ stationId });
    await store(last, testWhole(last, { partIds: [part.groupId, last.groupId] }));
  }
  expect((await wholesOf(part)).get(part.id)?.stationId).toBe(2);
});

test("the same parts are one whole, however often they are joined again", async () => {
  const { first, last, entry } = await storeWhole();
  await store(last, entry);
  await store(first, { ...entry, whole: { ...entry.whole, id: first.id } });
  const rows = await at.database.sql`
    select message_id as id from message_wholes where ${first.groupId} = any(part_ids)`;
  expect(rows).toEqual([{ id: last.id }]);
});

test("redacting any part redacts the whole, and names the message that had completed it", async () => {
  const { sql } = at.database;
  const one = await storeWhole();
  const redacted = await db.redactions.redact(sql, { ids: [one.first.id] }, record);
  expect(redacted.toSorted((a, b) => a.what.localeCompare(b.what))).toEqual([
    { id: one.first.id, what: "message", accountId: null },
    { id: one.last.id, what: "whole", accountId: null },
  ]);
  const two = await storeWhole();
  expect(await db.redactions.redact(sql, { ids: [two.last.id] }, record)).toEqual([
    { id: two.last.id, what: "message", accountId: null },
  ]);
  expect(await wholesOf(one.last, two.first)).toEqual(new Map());
});

test("redacting a part of what a decoder joined redacts the message that has the text of all parts", async () => {
  const { sql } = at.database;
  const one = await storeWhole({ joinedBy: "decoder" });
  const redacted = await db.redactions.redact(sql, { ids: [one.first.id] }, record);
  expect(redacted.map(({ id, what }) => `${what} ${id}`).toSorted()).toEqual(
    [one.first, one.last].map(({ id }) => `message ${id}`).toSorted(),
  );
  const left = await sql`select id from messages where id in (${one.first.id}, ${one.last.id})`;
  expect(left).toEqual([]);
  expect(await db.redactions.isRedacted(sql, one.last.id)).toBe(true);

  // Another station's message stays: its text is of its own receptions.
  const other = await storeWhole({ joinedBy: "decoder", stationId: 2 });
  const again = testMessage({ groupId: other.first.groupId, stationId: 3 });
  await store(again);
  expect(await db.redactions.redact(sql, { ids: [again.id] }, record)).toHaveLength(2);
  expect(await db.redactions.isRedacted(sql, other.last.id)).toBe(false);
});

test("a whole with a part that was redacted before is not stored, and leaves the owner's feed log", async () => {
  const { sql } = at.database;
  const account = await db.accounts.add(sql, "feeder");
  const accountId = account?.id ?? "";
  const station = await db.stations.add(sql, { ident: "OWNED", accountId, sourceType: null });
  const stationId = station?.id ?? 0;
  // Another station opened the group, and the redacted reception has an id of its own.
  const first = testMessage({ groupId: testMessage().id, stationId: 90 });
  const last = testMessage({ stationId });
  await store(first);
  await db.redactions.redact(sql, { ids: [first.id] }, record);
  await store(last, testWhole(last, { partIds: [first.groupId, last.groupId] }));
  expect(await wholesOf(last)).toEqual(new Map());
  expect(await sql`select id from messages where id = ${last.id}`).toHaveLength(1);
  const removals = await sql`
    select message_id as id, what from feed_log_removals where account_id = ${accountId}`;
  expect(removals).toEqual([{ id: last.id, what: "whole" }]);
});

test("what a decoder joined of a part that was redacted before is redacted when it comes", async () => {
  const { sql } = at.database;
  const account = await db.accounts.add(sql, "late");
  const accountId = account?.id ?? "";
  const station = await db.stations.add(sql, { ident: "LATE", accountId, sourceType: null });
  const stationId = station?.id ?? 0;
  const [first, last] = [testMessage({ stationId }), testMessage({ stationId })];
  await store(first);
  await db.redactions.redact(sql, { ids: [first.id] }, record);
  const joinedBy = "decoder";
  const whole = testWhole(last, { partIds: [first.groupId, last.groupId], joinedBy });
  const before = await storedByProducer();
  await store(last, whole);
  await store(last, whole);
  expect(await sql`select id from messages where id = ${last.id}`).toEqual([]);
  expect(await sql`select id from message_raws where id = ${last.id}`).toEqual([]);
  expect(await wholesOf(last)).toEqual(new Map());
  const [kept] = await sql`
    select reason, redacted_by as by from redactions where message_id = ${last.id}`;
  expect(kept).toEqual(record);
  expect(await storedByProducer()).toBe(before + 1);
  const removals = await sql`
    select message_id as id, what from feed_log_removals where account_id = ${accountId}`;
  expect(removals).toContainEqual({ id: last.id, what: "message" });

  // Another station's text is of its own receptions.
  const other = testMessage({ stationId: 90 });
  await store(other, testWhole(other, { partIds: [first.groupId, other.groupId], joinedBy }));
  expect(await sql`select id from messages where id = ${other.id}`).toHaveLength(1);
  expect(await wholesOf(other)).toEqual(new Map());
});

async function storedByProducer(): Promise<number> {
  const [row] = await at.database.sql<{ stored: number }[]>`
    select coalesce(sum(stored), 0)::integer as stored from watermarks`;
  return row?.stored ?? 0;
}

test("A-20: a whole with a reception of a hidden station is shown to its owner alone", async () => {
  const { sql } = at.database;
  const owner = await db.accounts.add(sql, "owner");
  const accountId = owner?.id ?? "";
  const station = await db.stations.add(sql, { ident: "HIDDEN", accountId, sourceType: null });
  const hiddenId = station?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hiddenId}`;
  const { first, last } = await storeWhole({ stationIds: [1, hiddenId] });
  expect(await wholesOf(first)).toEqual(new Map());
  expect((await db.wholes.ofParts(sql, [first], accountId)).get(first.id)?.id).toBe(last.id);
  expect(await db.wholes.completedBy(sql, [first.id, last.id], null)).toEqual(new Map());
  const own = await db.wholes.completedBy(sql, [first.id, last.id], accountId);
  expect([...own.keys()]).toEqual([last.id]);
});

test("wholes are deleted by the time of their messages, a batch at a time", async () => {
  const { sql } = at.database;
  const day = 86_400_000;
  for (const days of [3, 4, 5]) {
    const id = messageIdFloor(Date.now() - days * day);
    const { whole } = testWhole(testMessage({ id }));
    await store(testMessage({ id }), { stationIds: [1], whole });
  }
  const cutoff = new Date(Date.now() - 3.5 * day);
  expect(await db.wholes.deleteOld(sql, cutoff, 1)).toBe(1);
  expect(await db.wholes.deleteOld(sql, cutoff, 10)).toBe(1);
  expect(await db.wholes.deleteOld(sql, cutoff, 10)).toBe(0);
});
