import { messageIdFloor, MessageIds } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRedisTimeMs } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

const caps = { entriesMax: 10_000, ageMsMax: 60_000 };
let at: TestRedis;
beforeAll(async () => {
  at = await openTestRedis();
});
afterAll(() => at[Symbol.asyncDispose]());

async function append(accountId: string, ids: readonly string[]): Promise<void> {
  const messages = ids.map((messageId) => ({
    stationId: 1,
    messageId,
    messageJson: "{}",
  }));
  for (let start = 0; start < messages.length; start += 500) {
    const batch = messages.slice(start, start + 500);
    await at.feedLogs.of(accountId).append(batch, caps);
  }
}

async function numberOf(accountId: string, id: string): Promise<number | null> {
  const { message } = await at.feedLogs.of(accountId).find(id);
  return message && Number(message.position.split("-")[1]);
}

test("every message of a log is found, also swapped neighbours", async () => {
  let nowMs = 1_800_000_000_000;
  const next = new MessageIds(() => nowMs);
  const ids = Array.from({ length: 1_200 }, (_, i) => {
    nowMs += 37;
    return next.next(i % 4);
  });
  // Two ingest processes: every third message is appended 20 positions, about a second, later.
  const order = ids
    .map((id, i) => ({ id, position: i % 3 === 0 ? i + 20 : i }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id);
  await append("uneven", order);
  const looked = [...order.entries()].filter(([i]) => i % 7 === 0 || i > 1_190);
  for (const [i, id] of looked) expect(await numberOf("uneven", id)).toBe(i + 1);
  expect(await numberOf("uneven", next.next(0))).toBeNull();
  expect(await numberOf("uneven", messageIdFloor(0))).toBeNull();
  expect(await numberOf("uneven", messageIdFloor(nowMs - 10_000))).toBeNull();
});

test("every message is found while one ingest delivers a backlog and another new messages", async () => {
  let nowMs = 1_800_000_000_000;
  const fresh = new MessageIds(() => nowMs);
  const late = new MessageIds(() => nowMs - 600_000);
  const order = Array.from({ length: 360 }, (_, i) => {
    nowMs += 500;
    return i % 3 === 0 ? fresh.next(0) : late.next(1);
  });
  await append("backlog", order);
  const found = await Promise.all(order.map((id) => numberOf("backlog", id)));
  expect(found).toEqual(order.map((_, i) => i + 1));
});

test("trimmed messages are not found, the others are; a log that does not exist has none", async () => {
  const next = new MessageIds(() => 1_800_000_000_000);
  const ids = Array.from({ length: 300 }, () => next.next(0));
  await append("trimmed", ids);
  const log = at.keys.feedLog("trimmed");
  const { end } = await at.feedLogs.of("trimmed").find(null);
  await at.redis.xtrim(log, "MINID", end.position.replace("-300", "-201"));
  expect(await numberOf("trimmed", ids[199] ?? "")).toBeNull();
  expect(await numberOf("trimmed", ids[200] ?? "")).toBe(201);
  expect(await numberOf("trimmed", ids[299] ?? "")).toBe(300);
  await at.redis.del(log);
  expect(await numberOf("trimmed", ids[299] ?? "")).toBeNull();
  expect(await at.feedLogs.of("never").find(ids[0] ?? "")).toEqual({
    end: { position: "0-0", tag: "" },
    sinceMs: 0,
    message: null,
  });
});

test("a read of Postgres is noted beside the log, and the note expires where there is no log", async () => {
  await at.feedLogs.of("noted").recordDatabaseRead(1_234);
  expect((await at.feedLogs.of("noted").find(null)).sinceMs).toBe(1_234);
  await at.feedLogs.of("noted").recordDatabaseRead(1_000);
  expect((await at.feedLogs.of("noted").find(null)).sinceMs).toBe(1_234);
  expect(await at.redis.pttl(at.keys.feedPositions("noted"))).toBeGreaterThan(0);
  await append("noted", [new MessageIds(() => 5).next(0)]);
  expect((await at.feedLogs.of("noted").find(null)).sinceMs).toBe(1_234);
});

test("the first call on an empty Redis sets the time from which feed logs are kept, by the clock of Redis", async () => {
  const { feedLogs, redis, keys } = at;
  const nowMs = async () => Math.floor(await readRedisTimeMs(redis));
  const beganMs = await feedLogs.startedMs();
  expect(await feedLogs.startedMs()).toBe(beganMs);
  await redis.del(keys.feedsBegan);
  const emptiedMs = await nowMs();
  const againMs = await feedLogs.startedMs();
  expect(againMs).toBeGreaterThanOrEqual(emptiedMs);
  expect(againMs).toBeLessThanOrEqual(await nowMs());
  expect(await feedLogs.startedMs()).toBe(againMs);
});
