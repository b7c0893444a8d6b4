import { createLogger, createMetrics } from "@jetwire/runtime";
import { type RedisCluster, startRedisCluster, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  adapterRoomChannel,
  type Channels,
  createChannels,
  createRedisOpener,
  openStores,
  readRedisFacts,
  type RedisConnection,
  type Stores,
} from "../src/index.ts";
import { clusterOf } from "../src/connection/redis-client.ts";

let cluster: RedisCluster;
let stack: AsyncDisposableStack;
let redis: RedisConnection;
let stores: Stores;
let limiterRedis: RedisConnection;
let subscriber: RedisConnection;
let channels: Channels;
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  cluster = stack.use(await startRedisCluster());
  const opener = createRedisOpener(cluster.url, createLogger("test", "silent"), createMetrics({}));
  redis = stack.use(await opener.open("request"));
  stores = openStores(redis, "clustered");
  limiterRedis = stack.use(await opener.open("limiter"));
  subscriber = stack.use(await opener.open("subscriber"));
  channels = createChannels(subscriber);
});
afterAll(() => stack.disposeAsync());

test("limits hold on a Cluster", async () => {
  const { limiters, quotas } = openStores(limiterRedis, "clustered");
  const fixed = limiters.fixedWindow({ name: "fixed", windowSeconds: 60 });
  const sliding = limiters.sliding("sliding", [{ max: 2, ms: 60_000 }]);
  const failures = limiters.sliding("failing", [{ max: 1, ms: 60_000 }]);
  const addresses = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
  for (const address of addresses) {
    const allowed: boolean[] = [];
    for (let i = 0; i < 3; i++) allowed.push((await fixed.consume(address, 2)).allowed);
    for (let i = 0; i < 3; i++) allowed.push((await sliding.consume(address)).allowed);
    expect(allowed).toEqual([true, true, false, true, true, false]);
    (await failures.begin(address))?.failed();
    await until("the failure to count", async () => (await failures.blockedMs(address)) > 0);
  }
  const replicas = [quotas.join(), quotas.join()];
  for (const quota of replicas) expect(await quota.reserve("account:1", 2)).toBe(true);
  expect(await stores.quotas.total("account:1")).toBe(2);
  await replicas[0]?.renew();
});

test("commands to servers go to all masters, those about a channel to the master of its hash slot", async () => {
  const wanted = [1, 2, 3, 4, 5, 6, 7, 8];
  const rooms = wanted.map((id) => adapterRoomChannel(stores.keys, `station:${id}`));
  const subscriptions = [...rooms, stores.keys.firehoseChannel].map((name) =>
    channels.subscribe(name, () => {}),
  );
  await Promise.all(subscriptions.map(({ ready }) => ready));
  expect(await stores.watchedStations.rooms()).toEqual(
    new Set(wanted.map((id) => `station:${id}`)),
  );
  expect(await stores.firehose.subscribers()).toBe(1);
  subscriptions.forEach((subscription) => subscription.close());
  await until("nobody to listen", async () => (await stores.firehose.subscribers()) === 0);
  expect(await readRedisFacts(redis)).toMatchObject({
    evictionPolicy: "noeviction",
    appendOnly: true,
  });
  await stores.firehose.countTraffic(10, 5);
  await stores.firehose.setRule({ fraction: 0.5, eventsPerSecondMax: 7 });
  expect(await stores.firehose.state()).toMatchObject({ fraction: 0.5, seen: 10 });
});

test("pipelines and transactions stay in one hash slot", async () => {
  await stores.airlineCodes.replace(new Map([["UA", "UAL"]]));
  expect(await stores.airlineCodes.read()).toEqual(new Map([["UA", "UAL"]]));
  await stores.airframes.restore([{ id: "x", icao: "ABC123", tail: "XX-ABC" }]);
  expect(await redis.hget(stores.keys.link.airframesByTail, "XX-ABC")).toBe("x|ABC123");
});

test("channels carry messages again after their hash slot has moved, and after their master was killed", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `clustered:${n}`);
  const received = new Set<string>();
  const subscriptions = names.map((name) =>
    channels.subscribe(name, (text) => received.add(`${name} ${text.toString()}`)),
  );
  let returns = 0;
  channels.onReconnect(() => returns++);
  await Promise.all(subscriptions.map(({ ready }) => ready));
  async function receiveAll(word: string, msMax: number): Promise<void> {
    const again = async () => {
      const quiet = names.filter((name) => !received.has(`${name} ${word}`));
      await Promise.allSettled(quiet.map((name) => redis.spublish(name, word)));
      return quiet.length === 0;
    };
    await until(`every channel to carry '${word}'`, again, msMax);
  }
  await receiveAll("first", 2_000);
  await cluster.moveSlotOf(names[3] ?? "");
  await receiveAll("moved", 5_000);
  expect(returns).toBe(1);
  await cluster.kill(await cluster.masterOf(names[4] ?? ""));
  await receiveAll("killed", 20_000);
  await until("all channels to be subscribed again", () => returns >= 2);
  await channels.caughtUp();
  subscriptions.forEach((subscription) => subscription.close());
}, 60_000);

test("channels become ready although hash slots are refreshed while they are being subscribed", async () => {
  const wanted = Array.from({ length: 50 }, (_, n) => 100 + n);
  const rooms = wanted.map((id) => adapterRoomChannel(stores.keys, `station:${id}`));
  const subscriptions = rooms.map((name) => channels.subscribe(name, () => {}));
  clusterOf(subscriber)?.emit("refresh");
  await Promise.all(subscriptions.map(({ ready }) => ready));
  await channels.caughtUp();
  expect(await stores.watchedStations.rooms()).toEqual(
    new Set(wanted.map((id) => `station:${id}`)),
  );
  subscriptions.forEach((subscription) => subscription.close());
});
