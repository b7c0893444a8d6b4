import type { StreamEntry } from "@jetwire/protocol";
import { testMessage, until } from "@jetwire/testbed";
import { describe, test } from "vitest";
import { counter } from "./read-state.ts";
import { openTestRedis } from "./redis-of-test.ts";
import { addEntries, seqsOf, startReplica, unacknowledged } from "./replica.ts";

describe.concurrent("entries nobody can work on", () => {
  test("one whose reader died three times is refused alone, and its neighbours are handled (F-23)", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 9);
    const [, , , fourth] = await redis.xrange(keys.stream(0), "-", "+");
    const sizes: number[][] = [];
    const handled: number[] = [];
    for (let life = 0; life < 3; life++) {
      const dead = Promise.withResolvers<void>();
      const inHand: number[] = [];
      const replica = startReplica(server, {
        replica: "a",
        partitions: 1,
        async work(_, entries) {
          inHand.push(entries.length);
          if (entries.some(({ seq }) => seq === 4)) await dead.promise;
        },
      });
      await until("the entry in hand", () => inHand.length === (life < 2 ? 1 : 4));
      handled.push(...seqsOf(replica.handled, 0));
      sizes.push([...inHand]);
      const vanished = replica.vanish();
      dead.reject(new Error("its process died"));
      await vanished;
      await redis.del(keys.lease("persister", 0), keys.members("persister"));
    }
    expect(sizes).toEqual([[9], [9], [1, 1, 1, 1]]);
    await using last = startReplica(server, { replica: "a", partitions: 1 });
    await until("the rest", () => last.handled.length === 5);
    expect([...handled, ...seqsOf(last.handled, 0)]).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
    expect(last.refused).toMatchObject([
      { entryId: fourth?.[0], reason: "kills-its-reader", producer: "p:1", seq: 4 },
    ]);
    await until("everything acknowledged", async () => (await unacknowledged(server, 0)) === 0);
  });

  test("is found among entries that are read in batches again afterwards", async ({ expect }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 6);
    // As after two deaths at the beginning.
    await redis.hset(keys.leaseToken("persister", 0), "begun", "0-0", "deaths", 2);
    const sizes: number[] = [];
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      work: async (_, entries) => void sizes.push(entries.length),
    });
    await until("6 entries", () => replica.handled.length === 6);
    await addEntries(server, 0, 7, 4);
    await until("10 entries", () => replica.handled.length === 10);
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1, 4]);
    expect(replica.refused).toEqual([]);
  });

  test("is not looked for after replicas that died with nothing in hand", async ({ expect }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    for (let life = 0; life < 3; life++) {
      const idle = startReplica(server, { replica: "a", partitions: 1 });
      const begun = () => redis.hget(keys.leaseToken("persister", 0), "deaths");
      await until("a reader", async () => (await begun()) === String(life + 1));
      await idle.vanish();
      await redis.del(keys.lease("persister", 0), keys.members("persister"));
    }
    const sizes: number[] = [];
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      work: async (_, entries) => void sizes.push(entries.length),
    });
    await until("a reader", async () => (await redis.hget(keys.leaseToken("persister", 0), "deaths")) === "4"); // prettier-ignore
    await addEntries(server, 0, 1, 5);
    await until("5 entries", () => replica.handled.length === 5);
    expect(sizes).toEqual([5]);
  });

  test("one whose work only fails is kept, however often its readers stop in order (F-24)", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 3);
    for (let life = 0; life < 6; life++) {
      let attempts = 0;
      await using failing = startReplica(server, {
        replica: "a",
        partitions: 1,
        async work() {
          attempts++;
          throw new Error("postgres is unavailable");
        },
      });
      await until("an attempt", () => attempts > 0);
      expect(failing.refused).toEqual([]);
    }
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    await until("3 entries", () => replica.handled.length === 3);
    expect(replica.refused).toEqual([]);
  });

  test("one that no release can read is refused with what can be read of it", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 1);
    await redis.xadd(keys.stream(0), "*", "v", "x9", "p", "p:1", "n", "2", "x", "y");
    await redis.xadd(keys.stream(0), "*", "nonsense", "\u0000");
    await addEntries(server, 0, 3, 1);
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    await until("both", () => replica.handled.length === 2);
    expect(replica.refused).toMatchObject([
      { reason: "unknown-version", producer: "p:1", seq: 2 },
      { reason: "unknown-version", producer: null, seq: null },
    ]);
    expect(replica.refused[0]?.fields).toEqual(["v", "x9", "p", "p:1", "n", "2", "x", "y"]);
  });
});

describe.concurrent("an entry of a newer release (F-33)", () => {
  test("waits with what lies behind it, while other partitions go on", async ({ expect }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 3);
    const newer = await redis.xadd(keys.stream(0), "*", "v", "3", "p", "p:1", "n", "4", "q", "y");
    await addEntries(server, 0, 5, 2);
    await using replica = startReplica(server, { replica: "a", partitions: 2 });
    const waits = () => counter(replica.metrics, "jetwire_stream_newer_entry");
    await until("it to wait", async () => (await waits()) === 1);
    await addEntries(server, 1, 1, 20);
    await until("the other partition", () => seqsOf(replica.handled, 1).length === 20);
    expect(seqsOf(replica.handled, 0)).toEqual([1, 2, 3]);
    expect(replica.refused).toEqual([]);
    const [progress] = await server.streams.progress(0);
    const [next] = await redis.xrange(
      keys.stream(0),
      `(${progress?.lastDelivered}`,
      "+",
      "COUNT",
      1,
    );
    expect(next?.[0]).toBe(newer);
  });

  test("is worked on by a newer replica, and then the others go on with what lies behind it", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    await addEntries(server, 0, 1, 3);
    const newer = await redis.xadd(keys.stream(0), "*", "v", "3", "p", "p:1", "n", "4", "q", "y");
    await addEntries(server, 0, 5, 2);
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    const waits = () => counter(replica.metrics, "jetwire_stream_newer_entry");
    await until("it to wait", async () => (await waits()) === 1);
    await redis.xgroup("SETID", keys.stream(0), "persister", newer ?? "");
    await until("the others", () => replica.handled.length === 5);
    expect(seqsOf(replica.handled, 0)).toEqual([1, 2, 3, 5, 6]);
    expect(await waits()).toBe(0);
  });

  test("is kept, and what lies behind it, however often old replicas start before it", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const { redis, keys } = server;
    const newer = await redis.xadd(keys.stream(0), "*", "v", "3", "p", "p:1", "n", "1", "q", "y");
    await addEntries(server, 0, 2, 5);
    for (let life = 0; life < 6; life++) {
      await using old = startReplica(server, { replica: "a", partitions: 1 });
      const waits = () => counter(old.metrics, "jetwire_stream_newer_entry");
      await until("it to wait", async () => (await waits()) === 1);
      expect(old.refused).toEqual([]);
      expect(old.handled).toEqual([]);
    }
    await redis.xgroup("SETID", keys.stream(0), "persister", newer ?? "");
    await using replica = startReplica(server, { replica: "a", partitions: 1 });
    await until("the others", () => replica.handled.length === 5);
    expect(replica.refused).toEqual([]);
  });
});

describe.concurrent("entries", () => {
  test("of the previous version that wait in Redis at an upgrade are read in order with those after them", async ({
    expect,
  }) => {
    await using server = await openTestRedis();
    const stream = server.keys.stream(0);
    const links = JSON.stringify({ first: false, skewed: false, icao: null, flightKey: null });
    const old = [1, 2, 3].map((seq) => ({ seq, message: testMessage(), raw: `{"old":${seq}}` }));
    for (const { seq, message, raw } of old) {
      // That version had the members up to this one.
      const json = JSON.stringify(message).replace(/,"authenticated":.*$/, "}");
      const fields = ["v", "1", "p", "p:1", "n", seq, "s", 0, "m", json, "l", links, "r", raw];
      await server.redis.xadd(stream, "*", ...fields);
    }
    await server.redis.hset(server.keys.appended(0), "p:1", 3);
    await addEntries(server, 0, 4, 2);
    const read: StreamEntry[] = [];
    await using replica = startReplica(server, {
      replica: "a",
      partitions: 1,
      withDetails: true,
      work: async (_, entries) => void read.push(...entries),
    });
    await until("five entries", () => replica.handled.length === 5);
    expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(read.slice(0, 3)).toMatchObject(
      old.map(({ message, raw }) => ({
        id: message.id,
        groupId: message.groupId,
        first: false,
        storeOnly: false,
        messageJson: JSON.stringify(message),
        details: { linksJson: links, raw },
      })),
    );
    expect(read.slice(3).map(({ first, details }) => [first, details?.raw])).toEqual([
      [true, '{"n":4}'],
      [true, '{"n":5}'],
    ]);
  });

  test("come without details to groups that do not ask for them", async ({ expect }) => {
    await using server = await openTestRedis();
    await addEntries(server, 0, 1, 3);
    const read: StreamEntry[] = [];
    const work = async (_: number, entries: readonly StreamEntry[]) => void read.push(...entries);
    await using replica = startReplica(server, { replica: "a", partitions: 1, work });
    await until("three entries", () => replica.handled.length === 3);
    expect(read.map(({ details }) => details)).toEqual([null, null, null]);
  });
});
