import { createLogger, createMetrics } from "@jetwire/runtime";
import { type RedisCluster, startRedisCluster, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  adapterRoomChannel,
  type Channels,
  countHeard,
  createChannels,
  createFailureLimiter,
  createHeldCounts,
  createKeys,
  createLimiter,
  createRedisOpener,
  createSlidingLimiter,
  createWatchedStations,
  firehoseListeners,
  readAirlineCodes,
  readFirehoseState,
  readRedisFacts,
  type RedisConnection,
  rememberAirframes,
  sumHeld,
  writeAirlineCodes,
  writeFirehoseRule,
} from "../src/index.ts";
import { clusterOf } from "../src/connection/redis-client.ts";

const keys = createKeys("clustered");
let cluster: RedisCluster;
let stack: AsyncDisposableStack;
let redis: RedisConnection;
let limiterRedis: RedisConnection;
let subscriber: RedisConnection;
let channels: Channels;
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  cluster = stack.use(await startRedisCluster());
  const opener = createRedisOpener(cluster.url, createLogger("test", "silent"), createMetrics({}));
  redis = stack.use(await opener.open("request"));
  limiterRedis = stack.use(await opener.open("limiter"));
  subscriber = stack.use(await opener.open("subscriber"));
  channels = createChannels(subscriber);
});
afterAll(() => stack.disposeAsync());

test("limits hold on a Cluster", async () => {
  const shared = { redis: limiterRedis, keys };
  const fixed = createLimiter({ ...shared, name: "fixed", windowSeconds: 60 });
  const sliding = createSlidingLimiter({ ...shared, name: "sliding", windows: [{ max: 2, ms: 60_000 }] }); // prettier-ignore
  const failures = createFailureLimiter({ ...shared, name: "failing", window: { max: 1, ms: 60_000 } }); // prettier-ignore
  const addresses = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
  for (const address of addresses) {
    const allowed: boolean[] = [];
    for (let i = 0; i < 3; i++) allowed.push((await fixed.consume(address, 2)).allowed);
    for (let i = 0; i < 3; i++) allowed.push((await sliding.take(address)).allowed);
    expect(allowed).toEqual([true, true, false, true, true, false]);
    (await failures.begin(address))?.failed();
    await until("the failure to count", async () => (await failures.refusedMs(address)) > 0);
  }
  const replicas = [createHeldCounts(limiterRedis, keys), createHeldCounts(limiterRedis, keys)];
  for (const held of replicas) expect(await held.take("account:1", 2)).toBe(true);
  expect(await sumHeld(redis, keys, "account:1")).toBe(2);
  await replicas[0]?.renew();
});

test("what is asked of servers is asked of all masters, of a channel where its slot is", async () => {
  const wanted = [1, 2, 3, 4, 5, 6, 7, 8];
  const rooms = wanted.map((id) => adapterRoomChannel(keys, `station:${id}`));
  const holds = [...rooms, keys.firehoseChannel].map((name) => channels.subscribe(name, () => {}));
  await Promise.all(holds.map(({ standing }) => standing));
  expect(await createWatchedStations(redis, keys).now()).toEqual(new Set(wanted));
  expect(await firehoseListeners(redis, keys)).toBe(1);
  holds.forEach((hold) => hold.close());
  await until("nobody to listen", async () => (await firehoseListeners(redis, keys)) === 0);
  expect(await readRedisFacts(redis)).toMatchObject({
    evictionPolicy: "noeviction",
    appendOnly: true,
  });
  await countHeard(redis, keys, 10, 5);
  await writeFirehoseRule(redis, keys, { fraction: 0.5, eventsPerSecondMax: 7 });
  expect(await readFirehoseState(redis, keys)).toMatchObject({ fraction: 0.5, seen: 10 });
});

test("pipelines and transactions stay in one slot", async () => {
  await writeAirlineCodes(redis, keys, new Map([["UA", "UAL"]]));
  expect(await readAirlineCodes(redis, keys)).toEqual(new Map([["UA", "UAL"]]));
  await rememberAirframes(redis, keys, [{ id: "x", icao: "ABC123", tail: "XX-ABC" }]);
  expect(await redis.hget(keys.link.airframesByTail, "XX-ABC")).toBe("x|ABC123");
});

test("channels are heard again after their slot has moved, and after their master was killed", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `clustered:${n}`);
  const heard = new Set<string>();
  const holds = names.map((name) =>
    channels.subscribe(name, (text) => heard.add(`${name} ${text.toString()}`)),
  );
  let returns = 0;
  channels.onReturn(() => returns++);
  await Promise.all(holds.map(({ standing }) => standing));
  async function hearAll(word: string, msMax: number): Promise<void> {
    const again = async () => {
      const quiet = names.filter((name) => !heard.has(`${name} ${word}`));
      await Promise.allSettled(quiet.map((name) => redis.spublish(name, word)));
      return quiet.length === 0;
    };
    await until(`every channel to carry '${word}'`, again, msMax);
  }
  await hearAll("first", 2_000);
  await cluster.moveSlotOf(names[3] ?? "");
  await hearAll("moved", 5_000);
  expect(returns).toBe(1);
  await cluster.kill(await cluster.masterOf(names[4] ?? ""));
  await hearAll("killed", 20_000);
  await until("all channels to have stood again", () => returns >= 2);
  await channels.caughtUp();
  holds.forEach((hold) => hold.close());
}, 60_000);

test("channels stand though the slots are looked at while they are being placed", async () => {
  const wanted = Array.from({ length: 50 }, (_, n) => 100 + n);
  const rooms = wanted.map((id) => adapterRoomChannel(keys, `station:${id}`));
  const holds = rooms.map((name) => channels.subscribe(name, () => {}));
  clusterOf(subscriber)?.emit("refresh");
  await Promise.all(holds.map(({ standing }) => standing));
  await channels.caughtUp();
  expect(await createWatchedStations(redis, keys).now()).toEqual(new Set(wanted));
  holds.forEach((hold) => hold.close());
});
