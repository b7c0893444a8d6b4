import { createHash } from "node:crypto";
import * as db from "@jetwire/db";
import { MessageIds, type Receipts } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const minuteMs = 60_000;
let rest: RestUnderTest;
/** The start of a minute that is sealed, a quarter of an hour ago. */
let startMs: number;
beforeAll(async () => {
  rest = await startRest();
  startMs = Math.floor((Date.now() - 15 * minuteMs) / minuteMs) * minuteMs;
});
afterAll(() => rest[Symbol.asyncDispose]());

let stations = 0;

async function addStation(): Promise<number> {
  const { sql } = rest.database.database;
  const given = { ident: `RC-${++stations}`, accountId: rest.accountId, sourceType: "vdl" };
  return (await db.stations.add(sql, given))?.id ?? 0;
}

/** Stores messages that arrived in the same minute. @returns their ids */
async function store(stationId: number, count: number, minute = 0): Promise<string[]> {
  const ids = new MessageIds(() => startMs + minute * minuteMs + 1_000);
  const messages = Array.from({ length: count }, () => testMessage({ id: ids.next(0), stationId }));
  await storeMessages(
    rest.database.database.sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  const stored = messages.map(({ id }) => id);
  // They were stored when they arrived; this test stores them now.
  await rest.database.database.sql`
    update messages set stored_at = null where id = any(${stored}::uuid[])`;
  return stored;
}

async function receiptsOf(stationId: number, query = ""): Promise<Receipts> {
  const since = new Date(startMs).toISOString();
  const url = `${rest.url}/v1/receipts?station=${stationId}&since=${since}${query}`;
  const response = await ask(url, rest.key);
  expect(response.status).toBe(200);
  return (await response.json()) as Receipts;
}

function digestOf(ids: readonly string[]): string {
  return createHash("sha256")
    .update(
      ids
        .toSorted()
        .map((id) => `${id}\n`)
        .join(""),
    )
    .digest("hex");
}

test("E-03: a receipt has the count and the digest of the ids of each minute, as sha256sum makes it", async () => {
  const stationId = await addStation();
  const [first, later] = [await store(stationId, 7), await store(stationId, 2, 2)];
  await store(await addStation(), 1);
  const { station, since, receipts } = await receiptsOf(stationId, "&ids=true");
  expect(station.id).toBe(stationId);
  expect(since).toBe(new Date(startMs).toISOString());
  const nothing = { redacted: [], late: [] };
  expect(receipts).toEqual([
    { minute: since, count: 7, digest: digestOf(first), ids: first, ...nothing },
    {
      minute: new Date(startMs + 2 * minuteMs).toISOString(),
      count: 2,
      digest: digestOf(later),
      ids: later,
      ...nothing,
    },
  ]);
});

test("E-03: a redaction keeps count and digest and is named; so is what was stored late, and its redaction", async () => {
  const stationId = await addStation();
  const ids = await store(stationId, 5);
  const { receipts: before } = await receiptsOf(stationId);
  const { sql } = rest.database.database;
  const late = testMessage({ id: new MessageIds(() => startMs + 2_000).next(0), stationId });
  const redactedLate = testMessage({
    id: new MessageIds(() => startMs + 3_000).next(0),
    stationId,
  });
  await storeMessages(sql, [
    { message: late, flightKey: null },
    { message: redactedLate, flightKey: null },
  ]);
  const redacted = [ids[3] ?? "", redactedLate.id];
  await db.redactions.redact(sql, { ids: redacted }, { reason: "a test", by: "nobody" });
  expect(await receiptsOf(stationId)).toMatchObject({
    receipts: [{ ...before[0], redacted: [ids[3]], late: [late.id, redactedLate.id].toSorted() }],
  });
});

test("E-03: a minute that is not sealed has no receipt", async () => {
  const stationId = await addStation();
  const ids = new MessageIds(() => Date.now());
  await storeMessages(rest.database.database.sql, [
    { message: testMessage({ id: ids.next(0), stationId }), flightKey: null },
  ]);
  const { until, receipts } = await receiptsOf(stationId);
  expect(receipts).toEqual([]);
  expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() - 90_000);
});

test("A-20: a hidden station has receipts for its owner only", async () => {
  const stationId = await addStation();
  await store(stationId, 1);
  await rest.database.database.sql`update stations set hidden = true where id = ${stationId}`;
  const { key } = await addKeyOwner(rest.database, "receipts-of-others");
  const url = `${rest.url}/v1/receipts?station=${stationId}`;
  expect((await ask(url, key)).status).toBe(404);
  expect((await ask(url, rest.key)).status).toBe(200);
});

test.each([
  ["", "station"],
  ["?station=x", "station"],
  ["?station=7&since=2026-01-01&until=2026-01-03", "since"],
  ["?station=7&ids=true&since=2026-01-01T00:00:00Z&until=2026-01-01T02:00:00Z", "since"],
  ["?station=7&since=2999-01-01", "since"],
  ["?station=7&minute=1", "minute"],
])("GET /v1/receipts%s is refused with the parameter", async (query, field) => {
  const response = await ask(`${rest.url}/v1/receipts${query}`, rest.key);
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: { field: string }[] };
  expect(errors.map((error) => error.field)).toEqual([field]);
});
