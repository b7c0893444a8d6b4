import { createLogger, createMetrics } from "@jetwire/runtime";
import { randomNamespace } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  createChannels,
  createKeys,
  createRedisOpener,
  feedStart,
  followsDirectly,
  isAfter,
  openStores,
  type RedisConnection,
} from "../src/index.ts";

const keys = createKeys(randomNamespace());
const caps = { entriesMax: 10_000, ageMsMax: 60_000 };
let redis: RedisConnection;
let subscriber: RedisConnection;
beforeAll(async () => {
  const opener = createRedisOpener(
    inject("redisUrl"),
    createLogger("test", "silent"),
    createMetrics({}),
  );
  redis = await opener.open("append");
  subscriber = await opener.open("subscriber");
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await subscriber[Symbol.asyncDispose]();
});

const stores = () => openStores(redis, keys.namespace);

function batch(...entryIds: string[]) {
  return entryIds.map((entryId) => ({
    stationId: 7,
    messageId: `id of ${entryId}`,
    messageJson: `{"text":"${entryId} ☃"}`,
  }));
}

async function idsOf(accountId: string): Promise<string[]> {
  const entries = await stores().feedLogs.of(accountId).read(feedStart, 1_000);
  return entries.map((entry) => entry.messageId.replace("id of ", ""));
}

async function endOf(accountId: string) {
  return (await stores().feedLogs.of(accountId).find(null)).end;
}

async function append(...entryIds: string[]) {
  return await stores()
    .feedLogs.of("again")
    .append(batch(...entryIds), caps);
}

test("a repeated batch is skipped, whole or in part, whatever its order", async () => {
  expect((await append("999-0", "999-9")).appended).toBe(2);
  expect((await append("999-0", "999-9")).appended).toBe(0);
  expect((await append("999-9", "999-10", "1000-0")).appended).toBe(2);
  expect(await idsOf("again")).toEqual(["999-0", "999-9", "999-10", "1000-0"]);
});

test("positions follow each other without gaps, and the end is the last one", async () => {
  expect((await endOf("holes")).position).toBe(feedStart);
  await stores().feedLogs.of("holes").append(batch("1-0", "1-1"), caps);
  const { position } = await stores().feedLogs.of("holes").append(batch("2-0"), caps);
  const entries = await stores().feedLogs.of("holes").read(feedStart, 10);
  const positions = [feedStart, ...entries.map((entry) => entry.position)];
  for (let i = 1; i < positions.length; i++) {
    expect(followsDirectly(positions[i - 1] ?? "", positions[i] ?? "")).toBe(true);
  }
  const [first, last] = [entries[0], entries.at(-1)];
  expect(await endOf("holes")).toEqual({ position, tag: last?.tag });
  expect(last?.position).toBe(position);
  expect(first?.messageJson.toString()).toBe('{"text":"1-0 ☃"}');
  expect(first?.stationId).toBe(7);
  expect(await stores().feedLogs.of("holes").read(position, 10)).toEqual([last]);
  expect(
    await stores()
      .feedLogs.of("holes")
      .read(positions[1] ?? "", 1),
  ).toEqual([first]);
});

test("when Redis forgets the positions a new epoch begins above every older id", async () => {
  const before = await stores().feedLogs.of("epochs").append(batch("1-0"), caps);
  await redis.del(keys.feedPositions("epochs"));
  const after = await stores().feedLogs.of("epochs").append(batch("1-0"), caps);
  expect(isAfter(after.position, before.position)).toBe(true);
  await redis.del(keys.feedPositions("epochs"), keys.feedLog("epochs"));
  const last = await stores().feedLogs.of("epochs").append(batch("1-0"), caps, after.position);
  expect(last.appended).toBe(1);
  expect(isAfter(last.position, after.position)).toBe(true);
});

test("a log that ends before the last known position has lost entries and begins a new epoch", async () => {
  const first = await stores().feedLogs.of("back").append(batch("1-0", "1-1"), caps);
  const state = await redis.hgetall(keys.feedPositions("back"));
  const entry = { position: first.position };
  const appended = await stores().feedLogs.of("back").append(batch("1-2"), caps, first.position);
  expect(followsDirectly(entry.position, appended.position)).toBe(true);
  expect((await stores().feedLogs.of("back").find(null)).sinceMs).toBe(0);
  // As Redis was before the last append.
  await redis.hset(keys.feedPositions("back"), state);
  await redis.xdel(keys.feedLog("back"), appended.position);
  const again = await stores().feedLogs.of("back").append(batch("1-2"), caps, appended.position);
  expect(again.appended).toBe(1);
  expect(isAfter(again.position, appended.position)).toBe(true);
  expect(again.position).toMatch(/-1$/);
  expect((await stores().feedLogs.of("back").find(null)).sinceMs).toBeGreaterThan(0);
});

test("a check leaves an intact log unchanged, and begins an epoch with a gap after a loss", async () => {
  const first = await stores().feedLogs.of("gap").append(batch("1-0", "1-1"), caps);
  const state = await redis.hgetall(keys.feedPositions("gap"));
  expect(await stores().feedLogs.of("gap").check(caps, first.position)).toBe(first.position);
  expect(await redis.hgetall(keys.feedPositions("gap"))).toEqual(state);

  const appended = await stores().feedLogs.of("gap").append(batch("1-2"), caps, first.position);
  await redis.hset(keys.feedPositions("gap"), state);
  await redis.xdel(keys.feedLog("gap"), appended.position);
  const gap = await stores().feedLogs.of("gap").check(caps, appended.position);
  expect(isAfter(gap, appended.position)).toBe(true);
  const [, atGap] = await stores().feedLogs.of("gap").read(first.position, 2);
  expect(atGap).toMatchObject({ position: gap, messageId: "" });
  expect([first.position, feedStart].map((position) => followsDirectly(position, gap))).toEqual([false, false]); // prettier-ignore
  expect((await stores().feedLogs.of("gap").find("1-1 id")).sinceMs).toBeGreaterThan(0);
  const next = await stores().feedLogs.of("gap").append(batch("1-3"), caps, gap);
  expect(followsDirectly(gap, next.position)).toBe(true);
});

test("a log keeps no more than its caps, by entries and by age", async () => {
  const many = batch(...Array.from({ length: 1_000 }, (_, i) => `1-${i}`));
  await stores()
    .feedLogs.of("many")
    .append(many, { ...caps, entriesMax: 200 });
  expect(await redis.xlen(keys.feedLog("many"))).toBeLessThan(400);

  const old = batch(...Array.from({ length: 500 }, (_, i) => `1-${i}`));
  await stores().feedLogs.of("old").append(old, caps);
  for (const n of [1, 2, 3]) {
    // As if half an age had passed: the mark is moved back.
    await redis.hset(keys.feedPositions("old"), "markTime", Date.now() - 30_001);
    await stores()
      .feedLogs.of("old")
      .append(batch(`2-${n}`), caps);
  }
  const kept = await redis.xlen(keys.feedLog("old"));
  expect(kept).toBeGreaterThanOrEqual(3);
  expect(kept).toBeLessThan(150);
  expect(await redis.pttl(keys.feedLog("old"))).toBeGreaterThan(0);
});

test("the index keeps no more than the log, and a message that was trimmed is not found", async () => {
  const log = stores().feedLogs.of("index");
  for (let start = 0; start < 2_000; start += 250) {
    const ids = Array.from({ length: 250 }, (_, i) => `1-${start + i}`);
    await log.append(batch(...ids), { ...caps, entriesMax: 200 });
  }
  const entries = await redis.xlen(keys.feedLog("index"));
  expect(await redis.zcard(keys.feedIndex("index"))).toBe(entries);
  expect((await log.find("id of 1-1")).message).toBeNull();
  expect((await log.find("id of 1-1999")).message).toEqual((await log.find(null)).end);
  expect(await redis.pttl(keys.feedIndex("index"))).toBeGreaterThan(0);
});

test("a message that comes again keeps the position of its first append", async () => {
  const log = stores().feedLogs.of("first");
  const { position } = await log.append(batch("1-0"), caps);
  await log.append(batch("1-1", "1-0"), caps);
  expect((await log.find("id of 1-0")).message?.position).toBe(position);
  expect(await idsOf("first")).toEqual(["1-0", "1-1"]);
});

test("a removed message is not appended again, and is removed from entries without an index too", async () => {
  const log = stores().feedLogs.of("removed");
  await log.append(batch("1-0", "1-1", "1-2"), caps);
  expect(await log.remove("id of 1-1")).toBe(true);
  expect(await log.remove("id of 1-1")).toBe(false);
  expect((await log.append(batch("1-1"), caps)).appended).toBe(0);
  // As an older version left it.
  await redis.zrem(keys.feedIndex("removed"), "id of 1-0");
  expect(await log.remove("id of 1-0")).toBe(true);
  expect(await idsOf("removed")).toEqual(["1-2"]);
});

test("entries that an older version appended are not found, so that their readers turn to Postgres", async () => {
  const log = stores().feedLogs.of("older");
  const { position } = await log.append(batch("1-0", "1-1"), caps);
  await redis.del(keys.feedIndex("older"));
  await redis.hdel(keys.feedPositions("older"), "indexed", "server", "checked");
  expect((await log.find("id of 1-0")).message).toBeNull();
  const next = await log.append(batch("1-2"), caps);
  expect(followsDirectly(position, next.position)).toBe(true);
  expect((await log.find("id of 1-0")).message).toBeNull();
  expect((await log.find("id of 1-2")).message?.position).toBe(next.position);
});

test("a restart or a failover of the server since the last append: no message is found, and the next append begins an epoch", async () => {
  const log = stores().feedLogs.of("server");
  const { position } = await log.append(batch("1-0", "1-1"), caps);
  const as = { server: "another", checked: 0 };
  await redis.hset(keys.feedPositions("server"), as);
  expect((await log.find("id of 1-0")).message).toBeNull();
  const next = await log.append(batch("1-2"), caps);
  expect(isAfter(next.position, position)).toBe(true);
  expect(followsDirectly(position, next.position)).toBe(false);
  const state = await log.find("id of 1-2");
  expect(state.message?.position).toBe(next.position);
  expect(state.sinceMs).toBeGreaterThan(0);
  await redis.hset(keys.feedPositions("server"), as);
  const gap = await log.check(caps, next.position);
  expect(isAfter(gap, next.position)).toBe(true);
});

test("growth is announced with the log's new end; a batch without new entries announces nothing", async () => {
  const channels = createChannels(subscriber);
  const announced: string[] = [];
  const first = channels.subscribe(keys.feedChannel("growth"), (end) =>
    announced.push(end.toString()),
  );
  const second = channels.subscribe(keys.feedChannel("growth"), (end) =>
    announced.push(end.toString()),
  );
  await first.ready;
  second.close();
  const { position } = await stores().feedLogs.of("growth").append(batch("1-0", "1-1"), caps);
  await stores().feedLogs.of("growth").append(batch("1-1"), caps);
  await redis.spublish(keys.feedChannel("growth"), "end of test");
  await expect.poll(() => announced).toEqual([position, "end of test"]);
  first.close();
  await expect
    .poll(() => redis.call("PUBSUB", "SHARDNUMSUB", keys.feedChannel("growth")))
    .toEqual([keys.feedChannel("growth"), 0]);
});

test("a reader that has lost its partition unnoticed cannot append, also after a new epoch; the one of another partition can", async () => {
  const log = stores().feedLogs.of("fenced");
  const [frozen, next] = [
    { partition: 0, token: 7 },
    { partition: 0, token: 8 },
  ];
  const first = await log.append(batch("1-0"), caps, null, frozen);
  const second = await log.append(batch("1-1"), caps, first.position, next);
  const stale = log.append(batch("1-2"), caps, first.position, frozen);
  await expect(stale).rejects.toMatchObject({ name: "StaleTokenError", latest: 8 });
  // The log has lost its end: its index is new, and would not know the stale messages.
  const lost = `${Number(second.position.split("-")[0]) + 1}-9`;
  await log.append(batch("1-3"), caps, lost, next);
  await expect(log.append(batch("1-0", "1-1"), caps, null, frozen)).rejects.toThrow("token 7");
  const other = await log.append(batch("1-4"), caps, null, { partition: 1, token: 2 });
  expect(other.appended).toBe(1);
});
