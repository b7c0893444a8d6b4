import { randomUUID } from "node:crypto";
import type { EnrichedMessage, StreamEntry } from "@jetwire/protocol";
import { createMetrics } from "@jetwire/runtime";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createFirehose } from "./deliver.ts";

function entryOf(): StreamEntry {
  const messageJson = JSON.stringify(testMessage({ groupId: randomUUID() }));
  const linksJson = '{"first":true}';
  return { entryId: "1-1", producer: "p:1", seq: 1, stationId: 1, messageJson, linksJson, raw: "" };
}

const station = {
  id: 1,
  ident: "X",
  sourceType: null,
  countryCode: null,
  latitude: null,
  longitude: null,
};

function firehoseOf(listening: number, perSecond = 0) {
  const state = {
    listening,
    perSecond,
    enriched: 0,
    heard: 0,
    nowMs: 0,
    ticks: [] as (readonly string[])[],
    announced: [] as number[],
  };
  const firehose = createFirehose(
    { secret: "a secret of tests", fractionMax: 1, eventsPerSecondMax: 50 },
    {
      countHeard: async (transmissions) => {
        state.heard += transmissions;
        return state.perSecond;
      },
      announce: async (fraction) => void state.announced.push(fraction),
      listeners: async () => state.listening,
      enrich: async (messages) => {
        state.enriched += messages.length;
        return messages.map((message): EnrichedMessage => ({
          ...message,
          station,
          airframe: null,
          flight: null,
        }));
      },
      publish: async (_fraction, messageTexts) => {
        state.ticks.push(messageTexts);
        return state.listening;
      },
      now: () => state.nowMs,
    },
    createMetrics({}),
  );
  return { state, firehose };
}

function sentIn(ticks: readonly (readonly string[])[]): number {
  return ticks.reduce((sum, texts) => sum + texts.length, 0);
}

test("while nobody listens, all is counted, and every five seconds the latest are enriched", async () => {
  const { state, firehose } = firehoseOf(0);
  firehose.take([entryOf(), entryOf()]);
  await firehose.tick();
  expect(state).toMatchObject({ heard: 2, enriched: 2 });
  for (let i = 0; i < 30; i++) {
    firehose.take(Array.from({ length: 10 }, entryOf));
    await firehose.tick();
  }
  expect(state).toMatchObject({ heard: 302, enriched: 2 });
  state.nowMs = 5_000;
  firehose.take([entryOf()]);
  await firehose.tick();
  expect(state.enriched).toBe(2 + 101);
  expect(state.ticks).toHaveLength(2);
});

test("once somebody listens, what is sampled goes with the next tick, encoded as it is sent", async () => {
  const { state, firehose } = firehoseOf(1);
  await firehose.tick();
  firehose.take([entryOf(), entryOf()]);
  await firehose.tick();
  await firehose.tick();
  expect(state.ticks).toHaveLength(1);
  expect(sentIn(state.ticks)).toBe(2);
  state.listening = 0;
  firehose.take([entryOf()]);
  await firehose.tick();
  firehose.take([entryOf()]);
  await firehose.tick();
  expect(state.enriched).toBe(3);
});

test("the fraction follows the rate, is announced when it changes, and a burst stays within the budget", async () => {
  const { state, firehose } = firehoseOf(1, 500);
  await firehose.tick();
  await firehose.tick();
  expect(state.announced).toEqual([0.1]);
  firehose.take(Array.from({ length: 3_000 }, entryOf));
  await firehose.tick();
  expect(sentIn(state.ticks)).toBe(50);
});
