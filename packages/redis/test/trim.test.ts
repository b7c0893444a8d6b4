import { streamGroups } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openTestRedis, type TestRedis } from "./redis-of-test.ts";
import { addEntries, addOldEntries } from "./replica.ts";

let server: TestRedis;
beforeEach(async () => {
  server = await openTestRedis();
});
afterEach(() => server[Symbol.asyncDispose]());

const entriesCount = 1_000;

async function makeGroups(groups: readonly string[] = streamGroups): Promise<void> {
  await addEntries(server, 0, 1, entriesCount);
  for (const group of groups) {
    await server.redis.xgroup("CREATE", server.keys.stream(0), group, "0");
  }
}

/** Hands entries out to a group. */
async function hand(group: string, count: number): Promise<string[]> {
  const reply = (await server.redis.xreadgroup(
    "GROUP", group, "reader", "COUNT", count, "STREAMS", server.keys.stream(0), ">",
  )) as [string, [string, string[]][]][] | null; // prettier-ignore
  return (reply?.[0]?.[1] ?? []).map(([id]) => id);
}

async function done(group: string, count: number): Promise<void> {
  await server.redis.xack(server.keys.stream(0), group, ...(await hand(group, count)));
}

async function oldest(): Promise<string> {
  const [entry] = await server.redis.xrange(server.keys.stream(0), "-", "+", "COUNT", 1);
  return entry?.[0] ?? "";
}

function trim(): Promise<number> {
  return server.streams.trim(0);
}

test("nothing is cut while a group has never been made (F-16)", async () => {
  await makeGroups(["persister", "fanout"]);
  for (const group of ["persister", "fanout"]) await done(group, entriesCount);
  expect(await trim()).toBe(0);
  expect(await server.redis.xlen(server.keys.stream(0))).toBe(entriesCount);
});

test("nothing is cut that a group hasn't been handed", async () => {
  await makeGroups();
  await done("persister", entriesCount);
  await done("fanout", entriesCount);
  expect(await trim()).toBe(0);
  expect((await hand("sampler", 1)).at(0)).toBe(await oldest());
});

test("nothing is cut that is pending, however much was acknowledged after it", async () => {
  await makeGroups();
  for (const group of ["persister", "fanout"]) await done(group, entriesCount);
  const handed = await hand("sampler", 800);
  const stream = server.keys.stream(0);
  await server.redis.xack(stream, "sampler", ...handed.slice(0, 400), ...handed.slice(401));
  expect(await trim()).toBeGreaterThan(0);
  const ids = (await server.redis.xrange(stream, "-", "+")).map(([id]) => id);
  expect(ids).toContain(handed[400]);
  await server.redis.xack(stream, "sampler", handed[400] ?? "");
  expect(await trim()).toBeGreaterThan(0);
});

test("what all groups have done is cut but for a rest", async () => {
  await makeGroups();
  for (const group of streamGroups) await done(group, entriesCount);
  const removed = await trim();
  expect(removed).toBeGreaterThan(entriesCount - 200);
  expect(await server.redis.xlen(server.keys.stream(0))).toBe(entriesCount - removed);
  expect(await trim()).toBe(0);
});

test("each group's progress is returned", async () => {
  await makeGroups();
  await done("persister", 10);
  const [first] = await hand("fanout", 3);
  const byName = new Map((await server.streams.progress(0)).map((one) => [one.group, one]));
  expect(byName.get("persister")).toMatchObject({ pending: 0, lag: entriesCount - 10 });
  expect(byName.get("fanout")).toMatchObject({ pending: 3, needsFrom: first });
  expect(byName.get("sampler")).toMatchObject({ pending: 0, lag: entriesCount, needsFrom: "0-0" });
});

test("a partition that isn't there yet has no groups and nothing to cut", async () => {
  expect(await server.streams.progress(9)).toEqual([]);
  expect(await server.streams.trim(9)).toBe(0);
});

test("a sampler that is frozen blocks no entry older than a minute, and every younger one", async () => {
  await addOldEntries(server, 0, { ageMs: 61_000, from: 1, count: 500 });
  await addEntries(server, 0, 501, 500);
  for (const group of streamGroups) {
    await server.redis.xgroup("CREATE", server.keys.stream(0), group, "0");
  }
  for (const group of ["persister", "fanout"]) await done(group, entriesCount);
  await hand("sampler", 100);
  expect(await trim()).toBeGreaterThan(300);
  expect(await server.redis.xlen(server.keys.stream(0))).toBeGreaterThanOrEqual(500);
});

test("a sampler that was never started blocks no entry older than a minute", async () => {
  await addOldEntries(server, 0, { ageMs: 61_000, from: 1, count: 500 });
  for (const group of ["persister", "fanout"]) {
    await server.redis.xgroup("CREATE", server.keys.stream(0), group, "0");
    await done(group, 500);
  }
  expect(await trim()).toBeGreaterThan(300);
});

test("what the persister or fanout needs is kept, however old", async () => {
  await addOldEntries(server, 0, { ageMs: 3_600_000, from: 1, count: 500 });
  for (const group of streamGroups) {
    await server.redis.xgroup("CREATE", server.keys.stream(0), group, "0");
  }
  for (const group of ["persister", "sampler"]) await done(group, 500);
  await hand("fanout", 500);
  expect(await trim()).toBe(0);
});
