import { readFirehoseTick } from "@jetwire/protocol";
import { expect, test } from "vitest";
import {
  countHeard,
  createChannels,
  publishFirehoseTick,
  readFirehoseRecent,
  readFirehoseState,
  writeFirehoseRule,
} from "../src/index.ts";
import { openTestRedis } from "./redis-of-test.ts";

test("every replica is answered the rate of all, and a burst shows within its second", async () => {
  await using stack = await openTestRedis();
  const { redis, keys } = stack;
  const first = await countHeard(redis, keys, 4_000, 40);
  const second = await countHeard(redis, keys, 6_000, 60);
  expect(first).toBe(4_000);
  // Both in one second, or the second a moment later: then the first is in the average.
  expect(second).toBeGreaterThanOrEqual(6_000);
  expect(second).toBeLessThanOrEqual(10_000);

  expect(await readFirehoseState(redis, keys)).toBeNull();
  const rule = { fraction: 0.25, eventsPerSecondMax: 50 };
  await writeFirehoseRule(redis, keys, rule);
  const state = await readFirehoseState(redis, keys);
  expect(state).toMatchObject({ ...rule, seen: 10_000, sampled: 100 });
});

test("a silence brings the rate down, and a state that nobody keeps is none", async () => {
  await using stack = await openTestRedis();
  const { redis, keys } = stack;
  await countHeard(redis, keys, 1_000, 10);
  await writeFirehoseRule(redis, keys, { fraction: 1, eventsPerSecondMax: 50 });
  const long = Math.floor(Date.now() / 1_000) - 60;
  await redis.hset(keys.firehoseState, "second", long);
  expect(await readFirehoseState(redis, keys)).toBeNull();
  expect(await countHeard(redis, keys, 0, 0)).toBeLessThan(50);
});

test("a tick is heard as it was sent, and the last hundred messages are kept in order", async () => {
  await using stack = await openTestRedis();
  const { redis, keys, opener } = stack;
  await using subscriber = await opener.open("subscriber");
  const channels = createChannels(subscriber);
  const heard: string[] = [];
  const held = channels.subscribe(keys.firehoseChannel, (bytes) => {
    const texts = readFirehoseTick(bytes)?.messages ?? [];
    heard.push(...texts.map((text) => Buffer.from(text).toString()));
  });
  await held.standing;
  const texts = Array.from({ length: 250 }, (_, n) => `{"n":${n}}`);
  expect(await publishFirehoseTick(redis, keys, { fraction: 1 }, texts.slice(0, 70))).toBe(1);
  expect(await publishFirehoseTick(redis, keys, { fraction: 1 }, texts.slice(70))).toBe(1);
  await channels.caughtUp();
  expect(heard).toEqual(texts);
  const recent = await readFirehoseRecent(redis, keys);
  expect(recent.map(String)).toEqual(texts.slice(150));
  held.close();
});
