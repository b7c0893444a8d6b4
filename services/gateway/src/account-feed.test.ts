import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FeedEntry } from "@jetwire/redis";
import { expect, test } from "vitest";
import { createAccountFeed } from "./account-feed.ts";
import type { Wire, WireOptions } from "./wire.ts";

/** A connection whose network takes a batch only when told to. */
function fakeWire() {
  const batches: string[] = [];
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
  const numbers = () =>
    batches.flatMap((b) => [...b.matchAll(/"n":(\d+)/g)].map((m) => Number(m[1])));
  return {
    wire,
    state,
    batches,
    numbers,
    takeAll: () => pending.splice(0).forEach((sent) => sent()),
  };
}

/** An account's log in memory, and a feed over it. */
function logOf(count: number) {
  const counted = { reads: 0, missed: 0, cut: 0, failed: 0, nowMs: 0 };
  const log = { first: 1, length: count };
  const feed = createAccountFeed({
    read: async (after, countMax) => {
      counted.reads++;
      const from = Math.max(log.first, Number(after.split("-")[1]) + 1);
      const entries: FeedEntry[] = [];
      for (let n = from; n <= Math.min(log.length, from + countMax - 1); n++) {
        const messageJson = Buffer.from(`{"n":${n}}`);
        entries.push({ position: `7-${n}`, messageId: String(n), messageJson });
      }
      return entries;
    },
    tail: async () => `7-${log.length}`,
    now: () => counted.nowMs,
    written: () => {},
    missed: () => counted.missed++,
    cut: () => counted.cut++,
    failed: () => counted.failed++,
  });
  return { feed, log, counted };
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

test("F-47: a slow connection has one batch on its way and goes on from its place; others don't wait", async () => {
  const { feed } = logOf(1_000);
  const [slow, quick] = [fakeWire(), fakeWire()];
  for (const { wire } of [slow, quick]) feed.join(wire, "7-0").begin();
  feed.grew("7-1000");
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

test("connections at the same place share one read", async () => {
  const { feed, counted } = logOf(5);
  const wires = [fakeWire(), fakeWire(), fakeWire()];
  for (const { wire } of wires) feed.join(wire, "7-0").begin();
  feed.grew("7-5");
  await expect.poll(() => wires.map(({ numbers }) => numbers().length)).toEqual([5, 5, 5]);
  expect(counted.reads).toBe(1);
});

test("growth that was not announced is found by the check", async () => {
  const { feed } = logOf(3);
  const { wire, numbers } = fakeWire();
  feed.join(wire, "7-1").begin();
  await feed.check();
  expect(numbers()).toEqual([2, 3]);
});

test("what was trimmed before it was read is counted as missed, and the rest comes", async () => {
  const { feed, log, counted } = logOf(10);
  log.first = 6;
  const { wire, numbers } = fakeWire();
  feed.join(wire, "7-2").begin();
  await feed.check();
  expect(numbers()).toEqual([6, 7, 8, 9, 10]);
  expect(counted.missed).toBe(1);
});

test("A-13: who takes nothing for twenty seconds is cut off", async () => {
  const { feed, counted } = logOf(1);
  const { wire, state } = fakeWire();
  feed.join(wire, "7-0").begin();
  await feed.check();
  counted.nowMs = 19_999;
  await feed.check();
  expect(state.closed).toBe(false);
  counted.nowMs = 20_000;
  await feed.check();
  expect(state.closed).toBe(true);
  expect(counted.cut).toBe(1);
});
