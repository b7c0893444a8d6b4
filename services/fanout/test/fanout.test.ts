import * as db from "@jetwire/db";
import { Message, MonitorData, stationRoom } from "@jetwire/protocol";
import {
  adapterRoomChannel,
  createChannels,
  feedStart,
  type Keys,
  openStores,
  type RedisConnection,
  type Stores,
} from "@jetwire/redis";
import { createHealth, createLogger, createMetrics, createProcessIdentity } from "@jetwire/runtime";
import {
  createTestDatabase,
  openTestRedis,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FanoutConfig, start } from "../src/index.ts";

const log = createLogger("test", "silent");

function fail(error: unknown): void {
  throw error;
}

const stack = new AsyncDisposableStack();
let database: TestDatabase;
let stores: Stores;
let keys: Keys;
let redis: RedisConnection;
let subscriber: RedisConnection;

beforeAll(async () => {
  database = stack.use(await createTestDatabase());
  redis = stack.use(await openTestRedis(database.redisUrl, "append"));
  stores = openStores(redis, database.namespace);
  keys = stores.keys;
  subscriber = stack.use(await openTestRedis(database.redisUrl, "subscriber"));
  const config = FanoutConfig.parse({
    REDIS_URL: database.redisUrl,
    DATABASE_URL: database.url,
    JETWIRE_NAMESPACE: database.namespace,
    STREAM_PARTITIONS: "2",
  });
  const identity = createProcessIdentity("fanout");
  const context = { identity, log, metrics: createMetrics({}), health: createHealth(), fail };
  stack.use(await start(config, context));
});
afterAll(() => stack.disposeAsync());

let feeders = 0;

async function feeder(): Promise<{ accountId: string; stationId: number; ident: string }> {
  const { sql } = database.database;
  const account = await db.accounts.add(sql, `feeder${++feeders}`);
  const ident = `FO-${feeders}`;
  const accountId = account?.id ?? "";
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "acars" });
  return { accountId, stationId: station?.id ?? 0, ident };
}

let seq = 0;

/** Appends to the stream as ingest does. */
async function ingest(...messages: Message[]): Promise<void> {
  const links = { first: true, skewed: false, icao: null, flightKey: null };
  for (const message of messages) {
    const entry = { seq: seq + 1, message, links, raw: "{}" };
    const { stationId } = message;
    await stores.streams.append(stationId % 2, { name: `p${stationId}:1`, knownLast: 0 }, [entry]);
    seq++;
  }
}

async function feedOf(accountId: string): Promise<unknown[]> {
  const entries = await stores.feedLogs.of(accountId).read(feedStart, 1_000);
  return entries.map((entry) => JSON.parse(entry.messageJson.toString()));
}

test("R-26, R-28, R-29: an owner's feed gets every message of the account's stations and no other", async () => {
  const [one, other] = [await feeder(), await feeder()];
  const mine = Array.from({ length: 30 }, () => testMessage({ stationId: one.stationId }));
  await ingest(testMessage({ stationId: other.stationId }), ...mine);
  await expect.poll(() => feedOf(one.accountId), { timeout: 10_000 }).toEqual(mine);
});

test("entries that the group reads again reach the feed once", async () => {
  const { accountId, stationId } = await feeder();
  const messages = Array.from({ length: 5 }, () => testMessage({ stationId }));
  await ingest(...messages);
  await expect.poll(() => feedOf(accountId), { timeout: 10_000 }).toEqual(messages);
  const stream = keys.stream(stationId % 2);
  await redis.xgroup("SETID", stream, "fanout", "0");
  const last = testMessage({ stationId });
  await ingest(last);
  await expect.poll(() => feedOf(accountId), { timeout: 10_000 }).toContainEqual(last);
  expect(await feedOf(accountId)).toEqual([...messages, last]);
});

test("F-15: messages reach the feed after a failover to a server whose clock is slower", async () => {
  const { accountId, stationId } = await feeder();
  const [ahead, behind] = [0, 1].map(() =>
    Array.from({ length: 20 }, () => testMessage({ stationId })),
  ) as [Message[], Message[]];
  const stream = keys.stream(stationId % 2);
  await ingest(testMessage({ stationId }));
  await redis.call("XSETID", stream, `${Date.now() + 3_600_000}-0`);
  await ingest(...ahead);
  await expect.poll(() => feedOf(accountId), { timeout: 10_000 }).toHaveLength(21);
  // The replica has none of the stream, and its clock is an hour behind.
  await redis.del(stream, keys.streamDetails(stationId % 2));
  await ingest(...behind);
  await expect.poll(() => feedOf(accountId), { timeout: 10_000 }).toHaveLength(41);
  expect((await feedOf(accountId)).slice(1)).toEqual([...ahead, ...behind]);
});

test("R-36: a client that monitors a station's room receives its data from then on, until it is hidden", async () => {
  const { accountId, stationId, ident } = await feeder();
  const data: MonitorData[] = [];
  const room = adapterRoomChannel(keys, stationRoom(stationId));
  const subscription = createChannels(subscriber).subscribe(room, (bytes) => {
    const { packet } = JSON.parse(bytes.toString()).data as { packet: { data: unknown[] } };
    expect(packet.data).toHaveLength(2);
    expect(packet.data[0]).toBe("station:monitor:data");
    data.push(MonitorData.parse(packet.data[1]));
  });
  await subscription.ready;
  const message = testMessage({ stationId });
  await ingest(message);
  const station = { id: stationId, ident };
  await expect
    .poll(() => data, { timeout: 10_000 })
    .toEqual([{ station, stationId, newMessages: [message] }]);

  const { sql } = database.database;
  await sql`update stations set hidden = true, updated_at = now() where id = ${stationId}`;
  await expect
    .poll(() => redis.hget(keys.stationOwners, String(stationId)), { timeout: 5_000 })
    .toContain('"hidden":true');
  const unseen = testMessage({ stationId });
  await ingest(unseen);
  await expect.poll(() => feedOf(accountId), { timeout: 10_000 }).toContainEqual(unseen);
  await redis.spublish(
    room,
    JSON.stringify({
      data: { packet: { data: ["station:monitor:data", { station, stationId, newMessages: [] }] } },
    }),
  );
  await expect.poll(() => data.at(-1)?.newMessages).toEqual([]);
  expect(data.flatMap((one) => one.newMessages)).toEqual([message]);
});
