import { once } from "node:events";
import {
  createLogger,
  createMetrics,
  createWaker,
  pause,
  readRedisAddress,
} from "@jetwire/runtime";
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
import { openCluster } from "../src/connection/open-cluster.ts";
import { clusterOf } from "../src/connection/redis-client.ts";
import { StreamTail, TailBrokenError } from "../src/streams/stream-tail.ts";

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

test("a reader goes on after its master was frozen while the names of nodes are found slowly", async () => {
  const stream = stores.keys.stream(0);
  const first = await redis.xadd(stream, "*", "n", "1");
  const frozen = await cluster.masterOf(stream);
  let lookUpMs = 0;
  const stop = new AbortController();
  const { signal } = stop;
  const options = { keys: stores.keys, entriesMax: 10, withDetails: false, tickMs: () => 0 };
  const open = () => openNamed(() => lookUpMs);
  const tail = new StreamTail({ open, ...options }, signal);
  const running = tail.run();

  /** Follows the stream anew whenever the connection breaks, as a reader does. */
  async function entryAfter(id: string): Promise<string | undefined> {
    const followed = tail.follow(0, id, createWaker(signal));
    try {
      return (await followed.pull(1_000)).entries[0]?.id;
    } catch (error) {
      if (error instanceof TailBrokenError) return undefined;
      throw error;
    }
  }

  try {
    await until("the first entry", async () => (await entryAfter("0-0")) === first);
    // Longer than a read may take: the next read ends while the connection is being opened.
    lookUpMs = 4_000;
    cluster.freeze(frozen);
    const isReplaced = async () => !(await cluster.masters()).includes(frozen);
    await until("another master", isReplaced, 30_000);
    const second = await until("an entry of the new master", () =>
      redis.xadd(stream, "*", "n", "2").catch(() => null),
    );
    const read = await until("the second entry", async () => await entryAfter(first ?? ""), 60_000);
    expect(read).toBe(second);
  } finally {
    cluster.resume(frozen);
    stop.abort();
    await running;
    await cluster.untilComplete();
  }
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

/** Opens a connection whose nodes have a name, which is resolved after a time. Waits until it is ready, as an opener does. */
async function openNamed(lookUpMs: () => number): Promise<RedisConnection> {
  const address = readRedisAddress(cluster.url);
  if (!("kind" in address) || address.kind !== "cluster") throw new Error("no cluster");
  const nodes = address.nodes.map(({ port }) => ({ host: "localhost", port }));
  const opened = openCluster(
    { ...address, nodes },
    { maxRetriesPerRequest: null },
    {
      clusterRetryStrategy: () => 20,
      dnsLookup: (_, found) => setTimeout(() => found(null, "127.0.0.1"), lookUpMs()),
    },
  );
  opened.on("error", () => {});
  await Promise.race([once(opened, "ready"), pause(5_000)]);
  return Object.assign(opened, {
    async [Symbol.asyncDispose]() {
      opened.disconnect();
    },
  });
}
