import { createLogger, createMetrics } from "@jetwire/runtime";
import { type RedisCluster, startRedisCluster, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createRedisOpener,
  followsDirectly,
  isAfter,
  openStores,
  type RedisConnection,
  type Stores,
} from "../src/index.ts";

const caps = { entriesMax: 10_000, ageMsMax: 60_000 };
const stack = new AsyncDisposableStack();
let cluster: RedisCluster;
let redis: RedisConnection;
let stores: Stores;
beforeAll(async () => {
  cluster = stack.use(await startRedisCluster());
  const opener = createRedisOpener(cluster.url, createLogger("test", "silent"), createMetrics({}));
  redis = stack.use(await opener.open("append"));
  stores = openStores(redis, "failover");
});
afterAll(() => stack.disposeAsync());

function messages(...ids: string[]) {
  return ids.map((messageId) => ({ stationId: 1, messageId, messageJson: "{}" }));
}

test("F-15: a fanout that starts after the failover of a log that lost its end: readers find a gap, and clients that resume turn to Postgres", async () => {
  const key = stores.keys.feedLog("account");
  const log = stores.feedLogs.of("account");
  await log.append(messages("a", "b"), caps);
  const master = await cluster.masterOf(key);
  await until("the replica to have it", async () => (await cluster.replicationLag(master)) === 0);
  await cluster.cutReplication(master);
  const lost = await log.append(messages("c", "d"), caps);
  await cluster.kill(master);
  await until("another master", async () => (await cluster.masterOf(key)) !== master, 30_000);
  // Nobody who remembers the end of the log is left: what is known is what this server has.
  const before = await until("an answer", async () => {
    try {
      return await log.find("a");
    } catch {
      return undefined;
    }
  });
  expect(before.message).toBeNull();
  expect(isAfter(lost.position, before.end.position)).toBe(true);

  const next = await log.append(messages("e", "f", "g"), caps);
  const read = await log.read(before.end.position, 10);
  expect(read.map(({ messageId }) => messageId)).toEqual(["b", "e", "f", "g"]);
  expect(followsDirectly(before.end.position, read[1]?.position ?? "")).toBe(false);
  const after = await log.find("e");
  expect(after.end.position).toBe(next.position);
  expect(after.message).not.toBeNull();
  expect(after.sinceMs).toBeGreaterThan(0);
  expect((await log.find("a")).message).toBeNull();
}, 90_000);
