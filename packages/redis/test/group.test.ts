import { until } from "@jetwire/testbed";
import { describe, test } from "vitest";
import { serversOf } from "../src/connection/redis-client.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";
import {
  addEntries,
  firstsInOrder,
  type Replica,
  seqsOf,
  startReplica,
  unacknowledged,
  upTo,
} from "./replica.ts";
import { counter } from "./read-state.ts";

/** Ids of a replica's connections for blocking reads, by the ports they come from. */
async function blockedClients(server: TestRedis, replica: Replica): Promise<string[]> {
  const blocking = replica.connections.filter(({ role }) => role === "blocking");
  const ports = blocking.map(({ redis }) => serversOf(redis)[0]?.stream?.localPort);
  const lines = String(await server.redis.client("LIST")).split("\n");
  return lines
    .filter((line) => ports.some((port) => line.includes(` addr=127.0.0.1:${port} `)))
    .map((line) => /^id=(\d+)/.exec(line)?.[1] ?? "");
}

describe.concurrent("one replica", () => {
  test("gets everything that was in the stream before it, in order, and acknowledges it", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 120);
    await addEntries(server, 1, 1, 30);
    await using replica = startReplica(server, { replica: "a", partitions: 2, entriesMax: 50 });
    await until("150 entries", () => replica.handled.length === 150);
    await addEntries(server, 0, 121, 5);
    await until("the new ones", () => replica.handled.length === 155);
    expect(seqsOf(replica.handled, 0)).toEqual(upTo(125));
    expect(seqsOf(replica.handled, 1)).toEqual(upTo(30));
    await until("everything acknowledged", async () => (await unacknowledged(server, 0)) === 0);
    const counted = () => counter(replica.metrics, "jetwire_stream_entries_total");
    await until("all counted", async () => (await counted()) === 155);
  });

  test("whose work fails for a while gets the same entries again, in order", async ({ expect }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 40);
    let attempts = 0;
    const asked: number[][] = [];
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      entriesMax: 10,
      async work(_, entries) {
        asked.push(entries.map(({ seq }) => seq));
        if (asked.length > 1 && ++attempts <= 4) throw new Error("postgres is unavailable");
      },
    });
    await until("40 entries", () => replica.handled.length === 40);
    expect(seqsOf(replica.handled, 0)).toEqual(upTo(40));
    expect(asked.slice(1, 6)).toEqual(Array.from({ length: 5 }, () => upTo(20).slice(10)));
    expect(await counter(replica.metrics, "jetwire_stream_failures_total")).toBe(4);
  });

  test("begins at the position in Redis when that is not its own, as after a failover to an older state", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 10);
    await using replica = startReplica(server, { replica: "a", partitions: 1, entriesMax: 10 });
    await until("all acknowledged", async () => (await unacknowledged(server, 0)) === 0);
    const stream = server.keys.stream(0);
    const [, , third] = await server.redis.xrange(stream, "-", "+");
    await server.redis.xgroup("SETID", stream, "persister", third?.[0] ?? "");
    await addEntries(server, 0, 11, 10);
    await until("all acknowledged again", async () => (await unacknowledged(server, 0)) === 0);
    const again = upTo(20).slice(3);
    expect(seqsOf(replica.handled, 0).slice(-again.length)).toEqual(again);
    const timesOf = (seq: number) => replica.handled.filter((one) => one.seq === seq).length;
    expect(upTo(10).map(timesOf)).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
    expect(firstsInOrder(seqsOf(replica.handled, 0))).toBe(true);
  });

  test("loses nothing to connections that break under it (F-10)", async ({ expect }) => {
    await using server = await openTestRedis();
    await using replica = startReplica(server, { replica: "a", partitions: 1, entriesMax: 7 });
    await until("a blocking read", () => replica.connections.length === 2);
    let killed = 0;
    for (let round = 0; round < 40; round++) {
      await addEntries(server, 0, 1 + round * 10, 10);
      if (round % 4 !== 0) continue;
      const ids = await until("a connection", async () => {
        const found = await blockedClients(server, replica);
        return found.length > 0 && found;
      });
      for (const id of ids) killed += Number(await server.redis.client("KILL", "ID", id));
    }
    await until("400 entries", () => new Set(seqsOf(replica.handled, 0)).size === 400, 15_000);
    expect(killed).toBeGreaterThanOrEqual(10);
    expect(firstsInOrder(seqsOf(replica.handled, 0))).toBe(true);
  });

  test("reads first what an earlier version had handed out and not acknowledged", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 20);
    await redis.xgroup("CREATE", keys.stream(0), "persister", "0");
    await redis.xreadgroup("GROUP", "persister", "reader", "COUNT", 8, "STREAMS", keys.stream(0), ">"); // prettier-ignore
    await using replica = startReplica(server, { replica: "a", partitions: 1, entriesMax: 3 });
    await until("20 entries", () => replica.handled.length === 20);
    expect(seqsOf(replica.handled, 0)).toEqual(upTo(20));
  });

  test("goes on after Redis was emptied (F-15)", async ({ expect }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 5);
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    await until("5 entries", () => replica.handled.length === 5);
    await redis.del(keys.stream(0), keys.appended(0), keys.lease("persister", 0), keys.members("persister")); // prettier-ignore
    await addEntries(server, 0, 1, 8);
    await until("8 entries", () => replica.handled.length === 13);
    expect(seqsOf(replica.handled.slice(5), 0)).toEqual(upTo(8));
  });

  test("reports entries that were removed before it read them, and continues", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 3);
    {
      await using before = startReplica(server, { replica: "a", partitions: 1 });
      await until("3 entries", () => before.handled.length === 3);
    }
    await addEntries(server, 0, 4, 6);
    const ids = (await redis.xrange(keys.stream(0), "-", "+")).map(([id]) => id);
    await redis.xdel(keys.stream(0), ...ids.slice(0, 5));
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    await until("4 entries", () => replica.handled.length === 4);
    expect(seqsOf(replica.handled, 0)).toEqual([6, 7, 8, 9]);
    await until("everything acknowledged", async () => (await unacknowledged(server, 0)) === 0);
    expect(await counter(replica.metrics, "jetwire_stream_entries_missing_total")).toBe(2);
    const [progress] = await server.streams.progress(0);
    expect(progress?.lag).toBe(0);
  });
});
