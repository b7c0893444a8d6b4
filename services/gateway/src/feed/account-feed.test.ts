import { expect, test } from "vitest";
import {
  anyId,
  fakeClient,
  liveFrom,
  logOf,
  own,
  upTo,
  valueOf,
} from "../../test/scripted-feed.ts";

test("F-47: a slow connection has one batch on its way and continues at its cursor; others do not wait", async () => {
  const { feed } = logOf(1_000);
  const [slow, quick] = [fakeClient(), fakeClient()];
  for (const { sink } of [slow, quick]) feed.subscribe(sink, liveFrom(0)).start(own);
  await expect
    .poll(() => {
      quick.drainAll();
      return quick.numbers().length;
    })
    .toBe(1_000);
  expect(slow.batches).toHaveLength(1);
  await expect
    .poll(() => {
      slow.drainAll();
      return slow.numbers().length;
    })
    .toBe(1_000);
  expect(slow.numbers()).toEqual(upTo(1_000));
  expect(quick.numbers()).toEqual(upTo(1_000));
});

test("connections with the same cursor share one read; each gets what follows its own", async () => {
  const { feed, log, counted } = logOf(1);
  const clients = [fakeClient(), fakeClient(), fakeClient()];
  for (const { sink } of clients) feed.subscribe(sink, liveFrom(1)).start(own);
  await feed.check();
  await expect.poll(() => counted.reads).toBe(2);
  log.length = 5;
  feed.grew("7-5");
  await expect.poll(() => clients.map(({ numbers }) => numbers().length)).toEqual([4, 4, 4]);
  expect(counted.reads).toBe(3);
  const ahead = fakeClient();
  feed.subscribe(ahead.sink, liveFrom(4)).start(own);
  await expect.poll(() => ahead.numbers()).toEqual([5]);
});

test("the check finds growth that was not announced; late announcements cause no read", async () => {
  const { feed, log, counted } = logOf(2);
  const { sink, numbers, drainAll } = fakeClient();
  feed.subscribe(sink, liveFrom(2)).start(own);
  await expect.poll(() => counted.reads).toBe(1);
  log.length = 3;
  await feed.check();
  drainAll();
  expect(numbers()).toEqual([3]);
  const before = counted.reads;
  feed.grew("7-2");
  feed.grew("7-3");
  expect(counted.reads).toBe(before);
  log.length = 4;
  feed.grew("7-4");
  await expect.poll(() => numbers()).toEqual([3, 4]);
});

test("A-13: a connection that reads nothing for twenty seconds is cut off, during a replay as well", async () => {
  const { feed, postgres, counted, metrics } = logOf(1);
  const [live, replaying] = [fakeClient(), fakeClient()];
  postgres.pages = [["id-1"]];
  feed.subscribe(live.sink, liveFrom(0)).start(own);
  const subscription = feed.subscribe(replaying.sink, { from: "postgres", afterId: anyId });
  subscription.start(own);
  await expect.poll(() => live.batches.length + replaying.batches.length).toBe(2);
  counted.nowMs = 19_999;
  await feed.check();
  expect([live.state.closed, replaying.state.closed]).toEqual([false, false]);
  counted.nowMs = 20_000;
  await feed.check();
  expect([live.state.closed, replaying.state.closed]).toEqual([true, true]);
  expect(await valueOf(metrics.cut)).toBe(2);
  subscription.close();
  expect(feed.size).toBe(1);
});
