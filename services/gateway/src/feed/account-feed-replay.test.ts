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
import type { FeedStart } from "./feed-start.ts";

function after(n: number, end: number): FeedStart {
  const cursor = { position: `7-${n}`, tag: "t" };
  return { from: "log", cursor, end: `7-${end}`, afterId: `m${n}` };
}

test("F-42: when entries are trimmed before they are read, Postgres fills the gap after the last message sent", async () => {
  const { feed, log, postgres, metrics } = logOf(3);
  const { sink, numbers, batches, drainAll, sent } = fakeClient();
  feed.subscribe(sink, liveFrom(1)).start(own);
  await expect.poll(() => numbers()).toEqual([2, 3]);
  [log.first, log.length] = [6, 10];
  postgres.pages = [["id-4"], ["id-5"]];
  postgres.answer = async () => ({ cutover: { position: "7-10", tag: "t" }, gap: null });
  drainAll();
  await feed.check();
  await expect.poll(() => batches.length).toBe(2);
  drainAll();
  await expect.poll(() => batches.length).toBe(3);
  drainAll();
  log.length = 11;
  await expect
    .poll(async () => {
      await feed.check();
      return numbers();
    })
    .toEqual([2, 3, 11]);
  expect(postgres.asked).toEqual(["m3"]);
  expect(batches[1]).toContain('"id":"id-4"');
  expect(await valueOf(metrics.lostPositions)).toBe(1);
  expect(sent).toEqual([]);
});

test("Redis in an older state: another entry at the reader's position makes its cursor lost", async () => {
  const { feed, log, postgres } = logOf(5);
  const { sink, numbers, drainAll } = fakeClient();
  feed.subscribe(sink, liveFrom(4)).start(own);
  await expect.poll(() => numbers()).toEqual([5]);
  drainAll();
  log.tag = "later";
  log.length = 6;
  feed.grew("7-6");
  await expect.poll(() => postgres.asked).toEqual(["m5"]);
});

test("Redis in an older state, or emptied, with nothing new: found by the check", async () => {
  for (const length of [3, 0]) {
    const { feed, log, postgres, counted } = logOf(5);
    const { sink } = fakeClient();
    feed.subscribe(sink, liveFrom(5)).start(own);
    await expect.poll(() => counted.reads).toBe(1);
    await feed.check();
    expect(postgres.asked).toEqual([]);
    log.length = length;
    await expect
      .poll(async () => {
        await feed.check();
        return postgres.asked;
      })
      .toContain(anyId);
  }
});

test("a gap that cannot be filled is reported, and the feed continues", async () => {
  const { feed, log, postgres } = logOf(3);
  const { sink, numbers, drainAll, sent } = fakeClient();
  feed.subscribe(sink, liveFrom(2)).start(own);
  await expect.poll(() => numbers()).toEqual([3]);
  drainAll();
  [log.first, log.length] = [6, 6];
  const complete = postgres.answer;
  postgres.answer = async () => ({ ...(await complete()), gap: { oldest: "m9" } });
  await feed.check();
  await expect.poll(() => sent).toEqual([["gap", { after: "m3", oldest: "m9" }]]);
  log.length = 7;
  feed.grew("7-7");
  await expect.poll(() => numbers()).toEqual([3, 7]);
});

test("R-30: a resume ends with feed:resumed where the log ended, before what came later", async () => {
  const { feed, log } = logOf(250);
  log.stations.set(60, 9);
  const { sink, numbers, drainAll, sent } = fakeClient();
  feed.subscribe(sink, after(50, 200)).start(own);
  await expect
    .poll(() => {
      drainAll();
      return sent;
    })
    .toEqual([["resumed", { recovered: true, replayed: 149 }]]);
  const missed = upTo(200).filter((n) => n > 50 && n !== 60);
  expect(numbers().slice(0, 149)).toEqual(missed);
  await expect.poll(() => numbers().at(-1)).toBe(250);
});

test("R-30: a resume with nothing missed, or only messages of other owners' stations, ends at once", async () => {
  const { feed, log } = logOf(10);
  log.stations.set(10, 9);
  const clients = [fakeClient(), fakeClient()] as const;
  feed.subscribe(clients[0].sink, after(10, 10)).start(own);
  feed.subscribe(clients[1].sink, after(9, 10)).start(own);
  for (const { sent, numbers } of clients) {
    await expect.poll(() => sent).toEqual([["resumed", { recovered: true, replayed: 0 }]]);
    expect(numbers()).toEqual([]);
  }
});

test("R-30: a resume from Postgres sends its pages, then feed:resumed, and continues in the log", async () => {
  const { feed, log, postgres } = logOf(10);
  const { sink, numbers, drainAll, sent, batches } = fakeClient();
  postgres.pages = [["id-1", "id-2"], ["id-3"]];
  feed.subscribe(sink, { from: "postgres", afterId: anyId }).start(own);
  await expect
    .poll(() => {
      drainAll();
      return sent;
    })
    .toEqual([["resumed", { recovered: true, replayed: 3 }]]);
  expect(batches).toHaveLength(2);
  log.length = 11;
  feed.grew("7-11");
  await expect.poll(() => numbers()).toEqual([11]);
});

test("a replay that Redis interrupts is repeated by the check", async () => {
  const { feed, postgres, metrics } = logOf(10);
  const { sink, sent } = fakeClient();
  const answer = postgres.answer;
  postgres.answer = async () => {
    throw new Error("unavailable");
  };
  feed.subscribe(sink, { from: "postgres", afterId: anyId }).start(own);
  await expect.poll(() => valueOf(metrics.failures)).toBe(1);
  postgres.answer = answer;
  await feed.check();
  await expect.poll(() => sent).toEqual([["resumed", { recovered: true, replayed: 0 }]]);
});

test("a replay sends nothing again that was written to the connection, nor does the log that begins anew", async () => {
  const { feed, log, postgres } = logOf(3);
  const { sink, numbers, batches, drainAll } = fakeClient();
  feed.subscribe(sink, liveFrom(1)).start(own);
  await expect.poll(() => numbers()).toEqual([2, 3]);
  drainAll();
  log.tag = "restarted";
  postgres.pages = [["m1", "m2"], ["m3"], ["m4"]];
  postgres.answer = async () => ({ cutover: { position: "7-2", tag: "restarted" }, gap: null });
  log.length = 5;
  await feed.check();
  // Page by page; one without a new message is not written.
  await expect.poll(() => batches.length).toBe(2);
  drainAll();
  await expect.poll(() => batches.length).toBe(3);
  drainAll();
  await expect.poll(() => numbers()).toEqual([2, 3, 5]);
  const replayed = batches.flatMap((text) =>
    [...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id),
  );
  expect(replayed).toEqual(["m1", "m4"]);
});
