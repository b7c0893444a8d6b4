import { until } from "@jetwire/testbed";
import { describe, test } from "vitest";
import { Leases } from "../src/streams/leases.ts";
import type { Outbox } from "../src/streams/outbox.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";
import { addEntries, seqsOf, startReplica, unacknowledged, upTo } from "./replica.ts";

const group = "persister";

function leasesOf(server: TestRedis, replica: string): Leases {
  return new Leases(server.redis, server.keys, { group, partitions: 1, replica });
}

async function leaseOf(leases: Leases) {
  return (await leases.heartbeat()).leases.get(0);
}

/** Gives the lease to another replica, as if this one had been stopped for longer than it lasts. */
async function takeAway(server: TestRedis): Promise<void> {
  await server.redis.del(server.keys.lease(group, 0));
  const lease = await leaseOf(leasesOf(server, "other"));
  if (lease === undefined) throw new Error("the other replica did not get the lease");
}

describe.concurrent("a lease", () => {
  test("has a greater token for each next owner, also after Redis was emptied", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const [a, b] = [leasesOf(server, "a"), leasesOf(server, "b")];
    const first = await leaseOf(a);
    expect(first?.isValid()).toBe(true);
    expect(await leaseOf(b)).toBeUndefined();
    await a.releaseAll();
    const second = await leaseOf(b);
    await b.releaseAll();
    await server.redis.del(server.keys.leaseToken(group, 0));
    const third = await leaseOf(a);
    const tokens = [first, second, third].map((lease) => lease?.token ?? 0);
    expect(tokens).toEqual(tokens.toSorted((x, y) => x - y));
    expect(new Set(tokens).size).toBe(3);
  });

  test("that nobody took while it was not renewed stays the same", async ({ expect }) => {
    await using server = await openTestRedis();
    const a = leasesOf(server, "a");
    const lease = await leaseOf(a);
    await server.redis.del(server.keys.lease(group, 0));
    expect(await leaseOf(a)).toBe(lease);
    expect(await lease?.confirm()).toBe(true);
  });

  test("that another replica has taken is neither valid nor confirmed", async ({ expect }) => {
    await using server = await openTestRedis();
    const a = leasesOf(server, "a");
    const lease = await leaseOf(a);
    await takeAway(server);
    expect(await lease?.confirm()).toBe(false);
    expect(lease?.isValid()).toBe(false);
    expect(await leaseOf(a)).toBeUndefined();
  });

  test("gets a token above one that a target has seen", async ({ expect }) => {
    await using server = await openTestRedis();
    const a = leasesOf(server, "a");
    const lease = await leaseOf(a);
    const seen = (lease?.token ?? 0) + 3_600_000;
    lease?.raise(seen);
    const next = await leaseOf(a);
    expect(next?.token).toBeGreaterThan(seen);
    expect(lease?.isValid()).toBe(false);
    expect(next?.isValid()).toBe(true);
  });
});

/** An outbox that records what it sent and how much was pending then. */
function recordingOutbox(msMax: number) {
  let waiting: number[] = [];
  const sent: number[] = [];
  const outbox: Outbox = {
    msMax,
    isEmpty: () => waiting.length === 0,
    isFull: () => waiting.length >= 8,
    send: () => void sent.push(...waiting.splice(0)),
    drop: () => void (waiting = []),
  };
  return { outbox, sent, add: (seqs: readonly number[]) => void waiting.push(...seqs) };
}

describe.concurrent("a reader that wakes up after another replica has taken its partition", () => {
  test("does not acknowledge: its entries are left to the new owner", async ({ expect }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 6);
    const asleep = Promise.withResolvers<void>();
    let batches = 0;
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      work: async () => {
        if (++batches === 1) await asleep.promise;
      },
    });
    await until("a batch in hand", () => batches === 1);
    await takeAway(server);
    asleep.resolve();
    await until("the batch to be done", () => replica.handled.length === 6);
    await until("the reader to have failed or ended", async () => {
      const failed = /jetwire_stream_failures_total\{group="persister"\} [1-9]/;
      const acknowledged = (await unacknowledged(server, 0)) === 0;
      return acknowledged || failed.test(await replica.metrics.text());
    });
    expect(await unacknowledged(server, 0)).toBe(6);
    // The other replica is gone: the entries come again.
    await server.redis.del(server.keys.lease(group, 0));
    await until("the entries again", () => replica.handled.length === 12, 15_000);
    await until("everything acknowledged", async () => (await unacknowledged(server, 0)) === 0);
  });

  test("does not send what waits in its outbox, and the next owner sends it once", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { outbox, sent, add } = recordingOutbox(60_000);
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      entriesMax: 4,
      outbox,
      work: async (_, entries) => add(entries.map(({ seq }) => seq)),
    });
    await addEntries(server, 0, 1, 3);
    await until("three entries", () => replica.handled.length === 3);
    expect(sent).toEqual([]);
    expect(await unacknowledged(server, 0)).toBe(3);
    await takeAway(server);
    // The outbox is full now.
    await addEntries(server, 0, 4, 5);
    await until("the reader to notice", async () =>
      /jetwire_stream_failures_total\{group="persister"\} [1-9]/.test(await replica.metrics.text()),
    );
    expect(sent).toEqual([]);
    await server.redis.del(server.keys.lease(group, 0));
    await until("everything sent", () => sent.length >= 8, 15_000);
    expect(sent).toEqual(upTo(8));
  });
});

describe.concurrent("an outbox", () => {
  test("is sent when it is full or due, and its batches are acknowledged then", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { outbox, sent, add } = recordingOutbox(300);
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      entriesMax: 3,
      outbox,
      work: async (_, entries) => add(entries.map(({ seq }) => seq)),
    });
    await addEntries(server, 0, 1, 10);
    await until("the full outbox", () => sent.length === 9);
    await until("the due one", () => sent.length === 10);
    expect(sent).toEqual(upTo(10));
    expect(seqsOf(replica.handled, 0)).toEqual(upTo(10));
    await until("everything acknowledged", async () => (await unacknowledged(server, 0)) === 0);
  });

  test("is sent before a replica that stops gives its partition back", async ({ expect }) => {
    await using server = await openTestRedis();
    const { outbox, sent, add } = recordingOutbox(60_000);
    const replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      outbox,
      work: async (_, entries) => add(entries.map(({ seq }) => seq)),
    });
    await addEntries(server, 0, 1, 3);
    await until("three entries", () => replica.handled.length === 3);
    await replica[Symbol.asyncDispose]();
    expect(sent).toEqual(upTo(3));
    expect(await unacknowledged(server, 0)).toBe(0);
  });
});
