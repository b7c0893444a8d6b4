import { expect, test } from "vitest";
import { anyId, fakeClient, liveFrom, logOf, own, upTo } from "../../test/scripted-feed.ts";
import type { FeedStart } from "./feed-reader.ts";

function after(n: number, end: number): FeedStart {
  const place = { position: `7-${n}`, tag: "t" };
  return { from: "log", place, end: `7-${end}`, afterId: `m${n}` };
}

test("F-42: trimmed under a reader: the record fills the hole after the last message it was sent", async () => {
  const { feed, log, record, counted } = logOf(3);
  const { outlet, numbers, batches, takeAll, told } = fakeClient();
  feed.join(outlet, liveFrom(1)).begin(own);
  await expect.poll(() => numbers()).toEqual([2, 3]);
  [log.first, log.length] = [6, 10];
  record.pages = [["id-4"], ["id-5"]];
  record.answer = async () => ({ place: { position: "7-10", tag: "t" }, gap: null });
  takeAll();
  await feed.check();
  await expect.poll(() => batches.length).toBe(2);
  takeAll();
  await expect.poll(() => batches.length).toBe(3);
  takeAll();
  log.length = 11;
  await expect
    .poll(async () => {
      await feed.check();
      return numbers();
    })
    .toEqual([2, 3, 11]);
  expect(record.asked).toEqual(["m3"]);
  expect(batches[1]).toContain('"id":"id-4"');
  expect(counted.lost).toBe(1);
  expect(told).toEqual([]);
});

test("Redis back in an older state: an entry of another time at the reader's place is not its own", async () => {
  const { feed, log, record } = logOf(5);
  const { outlet, numbers, takeAll } = fakeClient();
  feed.join(outlet, liveFrom(4)).begin(own);
  await expect.poll(() => numbers()).toEqual([5]);
  takeAll();
  log.tag = "later";
  log.length = 6;
  feed.grew("7-6");
  await expect.poll(() => record.asked).toEqual(["m5"]);
});

test("Redis back in an older state, or emptied, with nothing new: found by the check", async () => {
  for (const length of [3, 0]) {
    const { feed, log, record, counted } = logOf(5);
    const { outlet } = fakeClient();
    feed.join(outlet, liveFrom(5)).begin(own);
    await expect.poll(() => counted.reads).toBe(1);
    await feed.check();
    expect(record.asked).toEqual([]);
    log.length = length;
    await expect
      .poll(async () => {
        await feed.check();
        return record.asked;
      })
      .toContain(anyId);
  }
});

test("a hole that can't be filled is told, and the feed goes on", async () => {
  const { feed, log, record } = logOf(3);
  const { outlet, numbers, takeAll, told } = fakeClient();
  feed.join(outlet, liveFrom(2)).begin(own);
  await expect.poll(() => numbers()).toEqual([3]);
  takeAll();
  [log.first, log.length] = [6, 6];
  const complete = record.answer;
  record.answer = async () => ({ ...(await complete()), gap: { oldest: "m9" } });
  await feed.check();
  await expect.poll(() => told).toEqual([["gap", { after: "m3", oldest: "m9" }]]);
  log.length = 7;
  feed.grew("7-7");
  await expect.poll(() => numbers()).toEqual([3, 7]);
});

test("R-30: a resume ends with feed:resumed where the log ended, before what came later", async () => {
  const { feed, log } = logOf(250);
  log.stations.set(60, 9);
  const { outlet, numbers, takeAll, told } = fakeClient();
  feed.join(outlet, after(50, 200)).begin(own);
  await expect
    .poll(() => {
      takeAll();
      return told;
    })
    .toEqual([["resumed", { recovered: true, replayed: 149 }]]);
  const missed = upTo(200).filter((n) => n > 50 && n !== 60);
  expect(numbers().slice(0, 149)).toEqual(missed);
  await expect.poll(() => numbers().at(-1)).toBe(250);
});

test("R-30: a resume with nothing missed, or with others' messages alone, ends at once", async () => {
  const { feed, log } = logOf(10);
  log.stations.set(10, 9);
  const clients = [fakeClient(), fakeClient()] as const;
  feed.join(clients[0].outlet, after(10, 10)).begin(own);
  feed.join(clients[1].outlet, after(9, 10)).begin(own);
  for (const { told, numbers } of clients) {
    await expect.poll(() => told).toEqual([["resumed", { recovered: true, replayed: 0 }]]);
    expect(numbers()).toEqual([]);
  }
});

test("R-30: a resume from the record sends its pages, tells, and goes on in the log", async () => {
  const { feed, log, record } = logOf(10);
  const { outlet, numbers, takeAll, told, batches } = fakeClient();
  record.pages = [["id-1", "id-2"], ["id-3"]];
  feed.join(outlet, { from: "record", afterId: anyId }).begin(own);
  await expect
    .poll(() => {
      takeAll();
      return told;
    })
    .toEqual([["resumed", { recovered: true, replayed: 3 }]]);
  expect(batches).toHaveLength(2);
  log.length = 11;
  feed.grew("7-11");
  await expect.poll(() => numbers()).toEqual([11]);
});

test("a replay that Redis interrupts is begun again by the check", async () => {
  const { feed, record, counted } = logOf(10);
  const { outlet, told } = fakeClient();
  const answer = record.answer;
  record.answer = async () => {
    throw new Error("away");
  };
  feed.join(outlet, { from: "record", afterId: anyId }).begin(own);
  await expect.poll(() => counted.failed).toBe(1);
  record.answer = answer;
  await feed.check();
  await expect.poll(() => told).toEqual([["resumed", { recovered: true, replayed: 0 }]]);
});
