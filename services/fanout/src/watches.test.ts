import type { StoredWatch } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { testMessage } from "@jetwire/testbed";
import type { Message, StationOwner, StreamEntry } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createWatches } from "./watches.ts";

/** A store with these watches, each added by a revision of its own. */
function storeOf(...watches: StoredWatch[]) {
  const store = { watches, lookUps: 0 };
  return {
    store,
    watches: createWatches({
      store: {
        revision: async () => {
          store.lookUps++;
          return store.watches.length;
        },
        addedAfter: async (after) => ({
          watches: store.watches.slice(after),
          revision: store.watches.length,
        }),
        ids: async () => store.watches.map(({ id }) => id),
      },
      airlineCodes: { read: async () => new Map([["UA", "UAL"]]), replace: async () => {} },
      log: createLogger("test", "silent"),
      metrics: createMetrics({}),
    }),
  };
}

function watchOf(id: string, filter: object): StoredWatch {
  return { id, json: JSON.stringify({ filter, airports: [] }) };
}

function entryOf(message: Message): StreamEntry {
  return {
    entryId: "1-1",
    producer: "p:1",
    seq: 1,
    stationId: message.stationId,
    id: message.id,
    groupId: message.groupId,
    first: true,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: null,
  };
}

function owner(over: Partial<StationOwner> = {}): StationOwner {
  return {
    stationId: 1,
    ident: "AB",
    accountId: null,
    sourceType: "acars",
    hidden: false,
    ...over,
  };
}

test("E-02: watches that cannot be read keep no message from the others", async () => {
  const { watches } = storeOf(
    { id: "broken", json: "{" },
    watchOf("newer", { tail: "N1", colour: "red" }),
    watchOf("empty", {}),
    watchOf("good", { flight: "UAL123" }),
  );
  await watches.learn();
  const message = testMessage({ flightNumber: "UA0123" });
  const routed = watches.route([entryOf(message)], () => owner());
  expect([...routed.keys()]).toEqual(["good"]);
  expect(routed.get("good")).toEqual([
    { stationId: message.stationId, messageId: message.id, messageJson: JSON.stringify(message) },
  ]);
});

test("E-02: a watch that is added is compared from then on, and one that Redis lost no longer", async () => {
  const { store, watches } = storeOf();
  const entry = entryOf(testMessage({ tail: "N1" }));
  await watches.learn();
  expect(watches.route([entry], () => owner()).size).toBe(0);
  store.watches.push(watchOf("one", { tail: "N1" }), watchOf("other", { tail: "N2" }));
  await watches.learn();
  expect([...watches.route([entry], () => owner()).keys()]).toEqual(["one"]);
  store.watches.splice(0);
  await watches.learn();
  expect(watches.route([entry], () => owner()).size).toBe(0);
});

test("E-02: messages of hidden and unknown stations, and those that were delivered before, are in no watch", async () => {
  const { watches } = storeOf(watchOf("one", { tail: "N1" }));
  await watches.learn();
  const entry = entryOf(testMessage({ tail: "N1" }));
  expect(watches.route([entry], () => owner({ hidden: true })).size).toBe(0);
  expect(watches.route([entry], () => undefined).size).toBe(0);
  expect(watches.route([{ ...entry, storeOnly: true }], () => owner()).size).toBe(0);
});
