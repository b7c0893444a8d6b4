import { type FirehoseLine, readFirehoseTick } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createChannels } from "../src/index.ts";
import { openTestRedis } from "./redis-of-test.ts";

function toText({ id, text }: FirehoseLine): string {
  return `${id} ${Buffer.from(text).toString()}`;
}

test("every replica gets the rate of all, and a burst shows within its second", async () => {
  await using server = await openTestRedis();
  const { firehose } = server;
  const first = await firehose.countTraffic(4_000, 40);
  const second = await firehose.countTraffic(6_000, 60);
  expect(first).toBe(4_000);
  // Both in one second, or the second a moment later: then the first is in the average.
  expect(second).toBeGreaterThanOrEqual(6_000);
  expect(second).toBeLessThanOrEqual(10_000);

  expect(await firehose.state()).toBeNull();
  const rule = { fraction: 0.25, eventsPerSecondMax: 50 };
  await firehose.setRule(rule);
  const state = await firehose.state();
  expect(state).toMatchObject({ ...rule, seen: 10_000, sampled: 100 });
});

test("silence lowers the rate, and a state that no sampler updates is not returned", async () => {
  await using server = await openTestRedis();
  const { redis, keys, firehose } = server;
  await firehose.countTraffic(1_000, 10);
  await firehose.setRule({ fraction: 1, eventsPerSecondMax: 50 });
  const long = Math.floor(Date.now() / 1_000) - 60;
  await redis.hset(keys.firehoseState, "second", long);
  expect(await firehose.state()).toBeNull();
  expect(await firehose.countTraffic(0, 0)).toBeLessThan(50);
});

test("a tick is received as it was sent, and the last hundred messages are kept in order", async () => {
  await using server = await openTestRedis();
  const { firehose, opener } = server;
  await using subscriber = await opener.open("subscriber");
  const channels = createChannels(subscriber);
  const received: string[] = [];
  const subscription = firehose.subscribe(channels, (bytes) => {
    received.push(...(readFirehoseTick(bytes)?.messages ?? []).map(toText));
  });
  await subscription.ready;
  const messages = Array.from({ length: 250 }, (_, n) => ({
    id: `id-${n}`,
    text: `{"n":"é ${n}"}`,
  }));
  expect(await firehose.publish({ fraction: 1 }, messages.slice(0, 70))).toBe(1);
  expect(await firehose.publish({ fraction: 1 }, messages.slice(70))).toBe(1);
  await channels.caughtUp();
  const lines = messages.map(({ id, text }) => `${id} ${text}`);
  expect(received).toEqual(lines);
  expect((await firehose.recent()).map(toText)).toEqual(lines.slice(150));
  subscription.close();
});
