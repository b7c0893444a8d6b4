import { pause } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { describe, test } from "vitest";
import { serversOf } from "../src/connection/redis-client.ts";
import { openTestRedis } from "./redis-of-test.ts";
import { addEntries, firstsInOrder, type Replica, seqsOf, startReplica, upTo } from "./replica.ts";

/** Work that notes which partitions are in hand, by which replica. */
function watchOverlap() {
  const inHand = new Map<number, string>();
  const overlaps: string[] = [];
  return {
    overlaps,
    by: (replica: string, workMs: (partition: number) => number) => async (partition: number) => {
      const other = inHand.get(partition);
      if (other !== undefined) overlaps.push(`${replica} began ${partition} while ${other} had it`);
      inHand.set(partition, replica);
      await pause(workMs(partition));
      inHand.delete(partition);
    },
  };
}

async function leaseOwners(server: Awaited<ReturnType<typeof openTestRedis>>, partitions: number) {
  const names = Array.from({ length: partitions }, (_, p) => server.keys.lease("persister", p));
  const leases = await server.redis.mget(...names);
  return leases.map((lease) => lease?.split(" ")[0] ?? null);
}

describe.concurrent("several replicas", () => {
  test("share the partitions evenly, and each partition has one reader", async ({ expect }) => {
    await using server = await openTestRedis();
    await using a = startReplica(server, { replica: "a", partitions: 4 });
    await until("all of it", async () => !(await leaseOwners(server, 4)).includes(null));
    await using b = startReplica(server, { replica: "b", partitions: 4 });
    await until("half of it", async () => {
      const owners = await leaseOwners(server, 4);
      return owners.filter((replica) => replica === "b").length === 2 && !owners.includes(null);
    });
    for (let partition = 0; partition < 4; partition++) await addEntries(server, partition, 1, 20);
    await until("80 entries", () => a.handled.length + b.handled.length === 80);
    expect([...a.partitions].filter((partition) => b.partitions.has(partition))).toEqual([]);
    expect(a.partitions.size).toBe(2);
    expect(b.partitions.size).toBe(2);
  });

  test("a partition is handed over only when the batch in hand is done", async ({ expect }) => {
    await using server = await openTestRedis();
    const watch = watchOverlap();
    for (let partition = 0; partition < 2; partition++) await addEntries(server, partition, 1, 6);
    // The first batch of each takes longer than a lease lasts.
    let batches = 0;
    const slow = watch.by("a", () => (batches++ < 2 ? 5_600 : 1));
    await using a = startReplica(server, {
      replica: "a",
      partitions: 2,
      entriesMax: 3,
      work: slow,
    });
    await until("both begun", () => a.partitions.size === 2);
    const quick = watch.by("b", () => 1);
    await using b = startReplica(server, {
      replica: "b",
      partitions: 2,
      entriesMax: 3,
      work: quick,
    });
    await until("12 entries", () => a.handled.length + b.handled.length >= 12, 20_000);
    expect(watch.overlaps).toEqual([]);
    expect(b.handled.length).toBeGreaterThan(0);
    for (const partition of [0, 1]) {
      expect(seqsOf([...a.handled, ...b.handled], partition)).toEqual(upTo(6));
    }
  });

  test("the partitions of one that vanished are taken over within seconds, pending first", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    for (let partition = 0; partition < 2; partition++) await addEntries(server, partition, 1, 10);
    const dying = startReplica(server, {
      replica: "a",
      partitions: 2,
      entriesMax: 4,
      // Dies with four entries of each partition in hand.
      work: () => Promise.reject(new Error("dying")),
    });
    await until("both in hand", () => dying.partitions.size === 2);
    const vanishedAt = performance.now();
    await dying.vanish();
    await using heir = startReplica(server, { replica: "b", partitions: 2, entriesMax: 4 });
    await until("20 entries", () => heir.handled.length === 20, 15_000);
    expect(performance.now() - vanishedAt).toBeLessThan(8_000);
    for (const partition of [0, 1]) expect(seqsOf(heir.handled, partition)).toEqual(upTo(10));
  });

  test("one that stops gives its partitions back at once", async ({ expect }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 5);
    {
      await using first = startReplica(server, { replica: "a", partitions: 1 });
      await until("5 entries", () => first.handled.length === 5);
    }
    expect(await leaseOwners(server, 1)).toEqual([null]);
    expect(await server.redis.zcard(server.keys.members("persister"))).toBe(0);
  });

  test("readers that wait for entries don't hold up a stop", async ({ expect }) => {
    await using server = await openTestRedis();
    for (let partition = 0; partition < 8; partition++) await addEntries(server, partition, 1, 1);
    const replica = startReplica(server, { replica: "a", partitions: 8 });
    await until("an entry of each", () => replica.handled.length === 8);
    await until("one read that waits for all of them", async () => {
      const ports = replica.connections.map(({ redis }) => serversOf(redis)[0]?.stream?.localPort);
      const clients = String(await server.redis.client("LIST")).split("\n");
      const waiting = clients.filter((line) => line.includes(" flags=b "));
      const own = waiting.filter((line) => ports.some((p) => line.includes(`127.0.0.1:${p} `)));
      return own.length === 1;
    });
    const before = performance.now();
    await replica[Symbol.asyncDispose]();
    expect(performance.now() - before).toBeLessThan(900);
  });

  test("order holds for each partition through deaths, kills and trimming (F-20)", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const partitions = 3;
    const perPartition = 300;
    const seen: Replica["handled"] = [];
    const work = async (partition: number, entries: readonly { seq: number }[]) => {
      if (seen.length % 7 === 3) await pause(3);
      seen.push(...entries.map(({ seq }) => ({ partition, seq })));
    };
    const options = { partitions, entriesMax: 9, work };
    for (const group of ["fanout", "sampler"]) {
      for (let partition = 0; partition < partitions; partition++) {
        await server.redis.xgroup("CREATE", server.keys.stream(partition), group, "$", "MKSTREAM");
      }
    }
    const first = startReplica(server, { ...options, replica: "a" });
    await until("the first to read", async () =>
      (await leaseOwners(server, partitions)).includes("a"),
    );
    await using second = startReplica(server, { ...options, replica: "b" });
    let vanished = false;
    for (let from = 1; from <= perPartition; from += 30) {
      for (let partition = 0; partition < partitions; partition++) {
        await addEntries(server, partition, from, 30);
        await server.streams.trim(partition);
      }
      if (from > perPartition / 3 && !vanished) {
        vanished = true;
        await until("work by the first", () => first.handled.length > 0);
        await first.vanish();
      }
      for (const { role, redis } of second.connections) {
        if (role === "blocking") redis.disconnect(true);
      }
    }
    const distinct = () => new Set(seen.map(({ partition, seq }) => `${partition}|${seq}`)).size;
    await until("all of it", () => distinct() === partitions * perPartition, 20_000);
    for (let partition = 0; partition < partitions; partition++) {
      expect(firstsInOrder(seqsOf(seen, partition))).toBe(true);
    }
  });
});
