import { until } from "@jetwire/testbed";
import { describe, test } from "vitest";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";
import { addEntries, addOldEntries, seqsOf, startReplica } from "./replica.ts";

const late = { replica: "a", partitions: 1, group: "sampler", lateMsMax: 30_000 } as const;

async function makeGroups(server: TestRedis, from = "0"): Promise<void> {
  for (const group of ["persister", "fanout", "sampler"]) {
    await server.redis.xgroup("CREATE", server.keys.stream(0), group, from, "MKSTREAM");
  }
}

async function read(server: TestRedis, group: string, count: number): Promise<string[]> {
  const reply = (await server.redis.xreadgroup(
    "GROUP", group, "reader", "COUNT", count, "STREAMS", server.keys.stream(0), ">",
  )) as [string, [string, string[]][]][] | null; // prettier-ignore
  return (reply?.[0]?.[1] ?? []).map(([id]) => id);
}

async function skippedBy(replica: { metrics: { text(): Promise<string> } }): Promise<number> {
  const counted = /jetwire_stream_entries_skipped_total\{group="sampler"\} (\d+)/;
  return Number(counted.exec(await replica.metrics.text())?.[1] ?? -1);
}

async function pendingOf(server: TestRedis): Promise<number> {
  const [count] = await server.redis.xpending(server.keys.stream(0), "sampler");
  return Number(count);
}

describe.concurrent("a best-effort group that wakes up late", () => {
  test("goes on at the newest entry, counts what it skipped, and leaves nothing pending", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    await makeGroups(server);
    await addOldEntries(server, 0, { ageMs: 45_000, from: 1, count: 40 });
    await read(server, "sampler", 15);
    await using replica = startReplica(server, late);
    await until("the skipped ones", async () => (await skippedBy(replica)) === 40);
    expect(await pendingOf(server)).toBe(0);
    await addEntries(server, 0, 41, 5);
    await until("the new ones", () => replica.handled.length === 5);
    expect(seqsOf(replica.handled, 0)).toEqual([41, 42, 43, 44, 45]);
    const [progress] = (await server.streams.progress(0)).filter(
      ({ group }) => group === "sampler",
    );
    expect(progress?.lag).toBe(0);
  });

  test("counts also what was trimmed before it was read, pending or not", async ({ expect }) => {
    await using server = await openTestRedis();
    await makeGroups(server);
    await addOldEntries(server, 0, { ageMs: 120_000, from: 1, count: 400 });
    for (const group of ["persister", "fanout"]) {
      const ids = await read(server, group, 400);
      await server.redis.xack(server.keys.stream(0), group, ...ids);
    }
    await read(server, "sampler", 50);
    expect(await server.streams.trim(0)).toBeGreaterThan(200);
    await using replica = startReplica(server, late);
    await until("the skipped ones", async () => (await skippedBy(replica)) === 400);
    expect(await pendingOf(server)).toBe(0);
    await addEntries(server, 0, 401, 3);
    await until("the new ones", () => replica.handled.length === 3);
    expect(seqsOf(replica.handled, 0)).toEqual([401, 402, 403]);
  });

  test("skips nothing while the oldest unread entry is young enough", async ({ expect }) => {
    await using server = await openTestRedis();
    await makeGroups(server);
    await addOldEntries(server, 0, { ageMs: 5_000, from: 1, count: 20 });
    await read(server, "sampler", 5);
    await using replica = startReplica(server, late);
    await until("all of them", () => replica.handled.length === 20);
    expect(await skippedBy(replica)).toBe(0);
  });
});
