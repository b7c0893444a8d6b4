import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FeedEntry } from "@jetwire/redis";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createAccountFeed, type Replayed } from "./account-feed.ts";
import type { FeedStart } from "./feed-reader.ts";
import type { Wire, WireOptions } from "./wire.ts";

const own = new Set([1]);
const anyId = "019f0000-0000-7000-8000-000000000000";

/** A connection whose network takes a batch only when told to. */
function fakeClient() {
  const batches: string[] = [];
  const told: unknown[] = [];
  const pending: (() => void)[] = [];
  const state = { closed: false };
  const wire: Wire = {
    writeBuffer: [],
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(new Socket()),
    write(_data: string, options: WireOptions, sent?: () => void) {
      batches.push(options.wsPreEncodedFrame[0].toString());
      if (sent) pending.push(sent);
    },
    close: () => (state.closed = true),
    on: () => {},
    once: () => {},
  };
  const outlet = {
    wire,
    resumed: (payload: unknown) => void told.push(["resumed", payload]),
    gap: (payload: unknown) => void told.push(["gap", payload]),
  };
  const numbers = () =>
    batches.flatMap((b) => [...b.matchAll(/"n":(\d+)/g)].map((m) => Number(m[1])));
  return {
    outlet,
    state,
    batches,
    told,
    numbers,
    takeAll: () => pending.splice(0).forEach((sent) => sent()),
  };
}

/** An account's log in memory, a record that is scripted, and a feed over them. */
function logOf(count: number) {
  const counted = { reads: 0, lost: 0, cut: 0, failed: 0, nowMs: 0 };
  const log = { first: 1, length: count, tag: "t", stations: new Map<number, number>() };
  const record = {
    asked: [] as (string | null)[],
    answer: async (): Promise<Replayed> => ({
      place: { position: `7-${log.length}`, tag: log.tag },
      gap: null,
    }),
    pages: [] as string[][],
  };
  const feed = createAccountFeed({
    read: async (from, countMax) => {
      counted.reads++;
      const first = Math.max(log.first, Number(from.split("-")[1]));
      const entries: FeedEntry[] = [];
      for (let n = first; n <= Math.min(log.length, first + countMax - 1); n++) {
        const messageJson = Buffer.from(`{"n":${n}}`);
        const stationId = log.stations.get(n) ?? 1;
        entries.push({
          position: `7-${n}`,
          tag: log.tag,
          stationId,
          messageId: `m${n}`,
          messageJson,
        });
      }
      return entries;
    },
    end: async () => ({ position: `7-${log.length}`, tag: log.tag }),
    async replay({ afterId, send }) {
      record.asked.push(afterId);
      for (const ids of record.pages) {
        if (!(await send(ids.map((id) => testMessage({ id }))))) break;
      }
      return await record.answer();
    },
    now: () => counted.nowMs,
    written: () => {},
    resumed: () => {},
    lost: () => counted.lost++,
    cut: () => counted.cut++,
    failed: () => counted.failed++,
  });
  return { feed, log, record, counted };
}

function liveFrom(n: number, tag = "t"): FeedStart {
  return { from: "end", place: { position: `7-${n}`, tag }, joinedId: anyId };
}

function after(n: number, end: number): FeedStart {
  const place = { position: `7-${n}`, tag: "t" };
  return { from: "log", place, end: `7-${end}`, afterId: `m${n}` };
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

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
