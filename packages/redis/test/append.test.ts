import { readEntry, readEntryDetails } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutgoingEntry } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let server: TestRedis;
beforeAll(async () => {
  server = await openTestRedis();
});
afterAll(() => server[Symbol.asyncDispose]());

function entries(from: number, count: number, text = "é\u0000\u{1f6eb}\r\n"): OutgoingEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    message: testMessage({ stationId: 7, text }),
    links: { first: index % 2 === 0, skewed: false, icao: null, flightKey: null },
    raw: `{"text":"${text}","n":${from + index}}`,
  }));
}

async function stored(partition: number) {
  const { redis, keys } = server;
  const raw = await redis.xrange(keys.stream(partition), "-", "+");
  const details = new Map(await redis.xrange(keys.streamDetails(partition), "-", "+"));
  return raw.map(([id, fields]) => ({
    ...readEntry(id, fields),
    details: readEntryDetails(details.get(id) ?? []),
  }));
}

function append(partition: number, from: number, batch: OutgoingEntry[], producer = "p:1") {
  return server.streams.append(partition, { name: producer, knownLast: from }, batch);
}

test("a batch sent a hundred times is appended once, byte for byte (F-09)", async () => {
  const batch = entries(1, 50);
  const counts: Awaited<ReturnType<typeof append>>[] = [];
  for (let sent = 0; sent < 100; sent += 10) {
    counts.push(...(await Promise.all(Array.from({ length: 10 }, () => append(0, 0, batch)))));
  }
  expect(counts[0]).toEqual({ status: "appended", count: 50, last: 50 });
  for (const again of counts.slice(1)) {
    expect(again).toEqual({ status: "appended", count: 0, last: 50 });
  }
  const found = await stored(0);
  expect(found).toHaveLength(50);
  expect(found.map((entry) => "seq" in entry && entry.seq)).toEqual(batch.map(({ seq }) => seq));
  expect(found[7]).toMatchObject({
    producer: "p:1",
    seq: 8,
    stationId: 7,
    id: batch[7]?.message.id,
    groupId: batch[7]?.message.groupId,
    first: false,
    messageJson: JSON.stringify(batch[7]?.message),
    details: { linksJson: JSON.stringify(batch[7]?.links), raw: batch[7]?.raw },
  });
});

test("batches that overlap add what is new of them, in order", async () => {
  await append(1, 0, entries(1, 10));
  expect(await append(1, 0, entries(5, 10))).toEqual({ status: "appended", count: 4, last: 14 });
  expect(await append(1, 14, entries(30, 2))).toEqual({ status: "appended", count: 2, last: 31 });
  const seqs = (await stored(1)).map((entry) => "seq" in entry && entry.seq);
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 30, 31]);
});

test("producers and epochs number for themselves", async () => {
  await append(2, 0, entries(1, 3), "p:1");
  expect(await append(2, 0, entries(1, 3), "q:1")).toMatchObject({ count: 3 });
  expect(await append(2, 0, entries(2, 2), "p:2")).toMatchObject({ count: 2, last: 3 });
  expect(await stored(2)).toHaveLength(8);
});

test("a Redis that knows less than the producer is found out, and nothing is appended (F-15)", async () => {
  await append(3, 0, entries(1, 10));
  await server.redis.del(server.keys.stream(3), server.keys.appended(3));
  expect(await append(3, 10, entries(11, 1))).toEqual({ status: "lost", last: 0 });
  expect(await stored(3)).toEqual([]);
});

test("a Redis that fell back to an older state is found out", async () => {
  await append(4, 0, entries(1, 10));
  await server.redis.hset(server.keys.appended(4), "p:1", 7);
  expect(await append(4, 10, entries(11, 1))).toEqual({ status: "lost", last: 7 });
  expect(await server.streams.lastAppended(4, "p:1")).toBe(7);
});

test("an epoch begins where Postgres is", async () => {
  await server.streams.beginEpoch(5, "p:2", 20);
  expect(await append(5, 20, entries(15, 10), "p:2")).toMatchObject({ count: 4, last: 24 });
});

test("numbers that the producer has not sent are found out, and nothing is appended", async () => {
  await append(6, 0, entries(1, 10));
  const producer = { name: "p:1", knownLast: 0, sentUpTo: 4 };
  const result = await server.streams.append(6, producer, entries(4, 9));
  expect(result).toEqual({ status: "conflict", last: 10 });
  expect(await stored(6)).toHaveLength(10);
  const own = { ...producer, sentUpTo: 10 };
  expect(await server.streams.append(6, own, entries(4, 9))).toMatchObject({ count: 2, last: 12 });
});

test("the id of the last entry is known", async () => {
  expect(await server.streams.lastAppendedId(7, "p:1")).toBe(null);
  const batch = entries(1, 3);
  await append(7, 0, batch);
  await append(7, 0, batch);
  expect(await server.streams.lastAppendedId(7, "p:1")).toBe(batch[2]?.message.id);
});

test("an entry that is only to be stored is marked", async () => {
  const batch = entries(1, 2).map((entry, index) => ({ ...entry, storeOnly: index === 0 }));
  await append(8, 0, batch);
  expect(await stored(8)).toMatchObject([{ storeOnly: true }, { storeOnly: false }]);
});
