import { expect, test } from "vitest";
import { anyId, fakeClient, liveFrom, logOf, own, upTo } from "../../test/scripted-feed.ts";

test("F-47: a slow connection has one batch on its way and goes on from its place; others don't wait", async () => {
  const { feed } = logOf(1_000);
  const [slow, quick] = [fakeClient(), fakeClient()];
  for (const { outlet } of [slow, quick]) feed.join(outlet, liveFrom(0)).begin(own);
  await expect
    .poll(() => {
      quick.takeAll();
      return quick.numbers().length;
    })
    .toBe(1_000);
  expect(slow.batches).toHaveLength(1);
  await expect
    .poll(() => {
      slow.takeAll();
      return slow.numbers().length;
    })
    .toBe(1_000);
  expect(slow.numbers()).toEqual(upTo(1_000));
  expect(quick.numbers()).toEqual(upTo(1_000));
});

test("connections at the same place share one read; each gets what lies after its own", async () => {
  const { feed, log, counted } = logOf(1);
  const clients = [fakeClient(), fakeClient(), fakeClient()];
  for (const { outlet } of clients) feed.join(outlet, liveFrom(1)).begin(own);
  await feed.check();
  await expect.poll(() => counted.reads).toBe(2);
  log.length = 5;
  feed.grew("7-5");
  await expect.poll(() => clients.map(({ numbers }) => numbers().length)).toEqual([4, 4, 4]);
  expect(counted.reads).toBe(3);
  const ahead = fakeClient();
  feed.join(ahead.outlet, liveFrom(4)).begin(own);
  await expect.poll(() => ahead.numbers()).toEqual([5]);
});

test("growth that was not announced is found by the check, late announcements cost nothing", async () => {
  const { feed, log, counted } = logOf(2);
  const { outlet, numbers, takeAll } = fakeClient();
  feed.join(outlet, liveFrom(2)).begin(own);
  await expect.poll(() => counted.reads).toBe(1);
  log.length = 3;
  await feed.check();
  takeAll();
  expect(numbers()).toEqual([3]);
  const before = counted.reads;
  feed.grew("7-2");
  feed.grew("7-3");
  expect(counted.reads).toBe(before);
  log.length = 4;
  feed.grew("7-4");
  await expect.poll(() => numbers()).toEqual([3, 4]);
});

test("A-13: who takes nothing for twenty seconds is cut off, in a replay as well", async () => {
  const { feed, record, counted } = logOf(1);
  const [live, replaying] = [fakeClient(), fakeClient()];
  record.pages = [["id-1"]];
  feed.join(live.outlet, liveFrom(0)).begin(own);
  const seat = feed.join(replaying.outlet, { from: "record", afterId: anyId });
  seat.begin(own);
  await expect.poll(() => live.batches.length + replaying.batches.length).toBe(2);
  counted.nowMs = 19_999;
  await feed.check();
  expect([live.state.closed, replaying.state.closed]).toEqual([false, false]);
  counted.nowMs = 20_000;
  await feed.check();
  expect([live.state.closed, replaying.state.closed]).toEqual([true, true]);
  expect(counted.cut).toBe(2);
  seat.leave();
  expect(feed.size).toBe(1);
});
