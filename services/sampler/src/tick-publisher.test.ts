import { randomUUID } from "node:crypto";
import type { EnrichedMessage, StreamEntry } from "@jetwire/protocol";
import { createMetrics } from "@jetwire/runtime";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { TickPublisher, type TickPublisherOptions } from "./tick-publisher.ts";

function entryOf(): StreamEntry {
  const message = testMessage({ groupId: randomUUID() });
  return {
    entryId: "1-1",
    producer: "p:1",
    seq: 1,
    stationId: 1,
    id: message.id,
    groupId: message.groupId,
    first: true,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: null,
  };
}

const station = {
  id: 1,
  ident: "X",
  sourceType: null,
  countryCode: null,
  latitude: null,
  longitude: null,
};

function firehoseOf(subscribers: number, perSecond = 0, eventsPerSecondMax = 50) {
  const state = {
    subscribers,
    perSecond,
    enriched: 0,
    received: 0,
    nowMs: 0,
    ticks: [] as (readonly string[])[],
    fractions: [] as number[],
    later: [] as Readonly<Record<string, number>>[],
    better: [] as EnrichedMessage[],
  };
  const store: TickPublisherOptions["store"] = {
    async countTraffic(transmissions) {
      state.received += transmissions;
      return state.perSecond;
    },
    setRule: async ({ fraction }) => void state.fractions.push(fraction),
    subscribers: async () => state.subscribers,
    async publish(head, messages) {
      if (head.later) state.later.push(head.later);
      state.better.push(...(head.better ?? []));
      state.ticks.push(messages.map(({ text }) => text));
      return state.subscribers;
    },
  };
  const firehose = new TickPublisher(
    {
      secret: "a secret of tests",
      fractionMax: 1,
      eventsPerSecondMax,
      tickMs: 50,
      store,
      async enrich(messages) {
        state.enriched += messages.length;
        return messages.map((message): EnrichedMessage => ({
          ...message,
          station,
          airframe: null,
          flight: null,
        }));
      },
      canaryIds: () => new Set(),
      visibleStations: async (ids) => new Set(ids),
      now: () => state.nowMs,
    },
    createMetrics({}),
  );
  /** Takes a batch whose acknowledgement succeeds. */
  function take(entries: readonly StreamEntry[]): void {
    firehose.push(0, entries);
    firehose.send(0);
  }
  return { state, firehose, take };
}

function sentIn(ticks: readonly (readonly string[])[]): number {
  return ticks.reduce((sum, texts) => sum + texts.length, 0);
}

test("without subscribers all is counted, and the latest messages are enriched every five seconds", async () => {
  const { state, firehose, take } = firehoseOf(0);
  take([entryOf(), entryOf()]);
  await firehose.tick();
  expect(state).toMatchObject({ received: 2, enriched: 2 });
  for (let i = 0; i < 30; i++) {
    take(Array.from({ length: 10 }, entryOf));
    await firehose.tick();
  }
  expect(state).toMatchObject({ received: 302, enriched: 2 });
  state.nowMs = 5_000;
  take([entryOf()]);
  await firehose.tick();
  expect(state.enriched).toBe(2 + 101);
  expect(state.ticks).toHaveLength(2);
});

test.each([
  [0, 100],
  [25, 100],
  [70, 1_000 * (5 / 70)],
  [400, 50],
])(
  "at %i messages/s a tick follows after %d ms, so that it has five messages",
  async (rate, ms) => {
    const { firehose, take } = firehoseOf(1, rate, 1_000);
    take([entryOf()]);
    await firehose.tick();
    expect(firehose.tickMs).toBeCloseTo(ms);
  },
);

test("the budget makes ticks rarer as well", async () => {
  const { firehose, take } = firehoseOf(1, 400, 50);
  take([entryOf()]);
  await firehose.tick();
  expect(firehose.tickMs).toBe(100);
});

test("without subscribers, the last messages before a silence are sent once five seconds have passed", async () => {
  const { state, firehose, take } = firehoseOf(0);
  take([entryOf()]);
  await firehose.tick();
  state.nowMs = 1_000;
  take([entryOf(), entryOf()]);
  await firehose.tick();
  state.nowMs = 4_999;
  await firehose.tick();
  expect(state.ticks).toHaveLength(1);
  state.nowMs = 5_000;
  await firehose.tick();
  expect(state.ticks.map((texts) => texts.length)).toEqual([1, 2]);
  state.nowMs = 60_000;
  await firehose.tick();
  expect(state.ticks).toHaveLength(2);
});

test("with a subscriber, sampled messages are sent with the next tick", async () => {
  const { state, firehose, take } = firehoseOf(1);
  await firehose.tick();
  take([entryOf(), entryOf()]);
  await firehose.tick();
  await firehose.tick();
  expect(state.ticks).toHaveLength(1);
  expect(sentIn(state.ticks)).toBe(2);
  state.subscribers = 0;
  take([entryOf()]);
  await firehose.tick();
  take([entryOf()]);
  await firehose.tick();
  expect(state.enriched).toBe(3);
});

test("the fraction follows the rate, is published when it changes, and a burst stays within the budget", async () => {
  const { state, firehose, take } = firehoseOf(1, 500);
  await firehose.tick();
  await firehose.tick();
  expect(state.fractions).toEqual([0.1]);
  take(Array.from({ length: 3_000 }, entryOf));
  await firehose.tick();
  expect(sentIn(state.ticks)).toBe(50);
});

test("messages are sent only after the acknowledgement of their batch, and not after a lost lease", async () => {
  const { state, firehose } = firehoseOf(1);
  await firehose.tick();
  firehose.push(0, [entryOf(), entryOf()]);
  firehose.push(1, [entryOf()]);
  await firehose.tick();
  expect(state.ticks).toEqual([]);
  firehose.drop(0);
  firehose.send(1);
  expect([firehose.isEmpty(0), firehose.isEmpty(1)]).toEqual([true, true]);
  await firehose.tick();
  expect(sentIn(state.ticks)).toBe(1);
});

test("later receptions are sent with the next tick, also without a message, once somebody subscribes", async () => {
  const { state, firehose, take } = firehoseOf(1);
  const first = entryOf();
  const id = first.id;
  const later = { ...entryOf(), groupId: id, first: false };
  take([{ ...first, groupId: id }, later]);
  await firehose.tick();
  take([later, later]);
  await firehose.tick();
  await firehose.tick();
  expect(state.ticks.map((texts) => texts.length)).toEqual([1, 0]);
  expect(state.later).toEqual([{ [id]: 2 }]);
});

test("a later reception that says more is sent with its station, half a second after it came", async () => {
  const { state, firehose, take } = firehoseOf(1);
  take([entryOf()]);
  await firehose.tick();
  const first = entryOf();
  const bare = { ...first, groupId: first.id };
  const copy = testMessage({ groupId: first.id, latitude: 1, longitude: 2 });
  const same = testMessage({ groupId: first.id });
  const later = [same, copy, { ...copy, id: testMessage().id }].map((message) => ({
    ...entryOf(),
    id: message.id,
    groupId: first.id,
    first: false,
    messageJson: JSON.stringify(message),
  }));
  take([bare, ...later]);
  await firehose.tick();
  expect(state.better).toEqual([]);
  state.nowMs = 500;
  await firehose.tick();
  expect(state.better).toMatchObject([{ id: copy.id, latitude: 1, station }]);
});
