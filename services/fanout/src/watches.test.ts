import type { StoredWatch } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { testMessage } from "@jetwire/testbed";
import type { AirlineCodes, Message, StationOwner, StreamEntry } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createWatches } from "./watches.ts";

const log = createLogger("test", "silent");

/** A store with these watches, each added by a revision of its own. */
function storeOf(...watches: StoredWatch[]) {
  const store = {
    watches,
    /** The codes that Redis has. A test may delay or reject them. */
    codes: async (): Promise<AirlineCodes> => new Map([["UA", "UAL"]]),
    /** Delays the answer of which watches there are. */
    answered: async (): Promise<void> => {},
  };
  return {
    store,
    watches: createWatches({
      store: {
        revision: async () => store.watches.length,
        addedAfter: async (after) => ({
          watches: store.watches.slice(after),
          revision: store.watches.length,
        }),
        async ids() {
          const ids = store.watches.map(({ id }) => id);
          await store.answered();
          return ids;
        },
      },
      airlineCodes: { read: () => store.codes(), replace: async () => {} },
      log,
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

test("E-02: while a partition learns of other watches, no other one compares messages with those before", async () => {
  const { store, watches } = storeOf(watchOf("lost", { tail: "N1" }));
  const entry = entryOf(testMessage({ tail: "N1" }));
  await watches.learn();
  store.watches.splice(0);
  const answer = Promise.withResolvers<AirlineCodes>();
  store.codes = () => answer.promise;
  const [first, second] = [watches.learn(), watches.learn()];
  const routed = second.then(() => [...watches.route([entry], () => owner()).keys()]);
  setImmediate(() => answer.resolve(new Map()));
  expect(await routed).toEqual([]);
  await first;
});

test("E-02: a read that fails is repeated, with all that it should have read", async () => {
  const { store, watches } = storeOf(watchOf("lost", { tail: "N1" }));
  const entry = entryOf(testMessage({ tail: "N1" }));
  await watches.learn();
  store.watches.splice(0);
  const { codes } = store;
  store.codes = async () => {
    throw new Error("Redis does not answer");
  };
  await expect(watches.learn()).rejects.toThrow("Redis does not answer");
  await expect(watches.learn()).rejects.toThrow("Redis does not answer");
  store.codes = codes;
  await watches.learn();
  expect(watches.route([entry], () => owner()).size).toBe(0);
});

test("E-02: a watch that is added while ended ones are looked for is compared", async () => {
  const { store, watches } = storeOf(watchOf("one", { tail: "N1" }));
  await watches.learn();
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  store.answered = async () => {
    asked.resolve();
    await answer.promise;
  };
  const stop = new AbortController();
  const running = watches.run(stop.signal);
  await asked.promise;
  store.watches.push(watchOf("other", { tail: "N1" }));
  await watches.learn();
  answer.resolve();
  stop.abort();
  await running;
  const entry = entryOf(testMessage({ tail: "N1" }));
  expect([...watches.route([entry], () => owner()).keys()]).toEqual(["one", "other"]);
});

test("E-02: watches that have ended are compared no longer", async () => {
  const { store, watches } = storeOf(
    watchOf("ended", { tail: "N1" }),
    watchOf("one", { tail: "N1" }),
  );
  await watches.learn();
  store.watches.shift();
  const stop = new AbortController();
  const running = watches.run(stop.signal);
  stop.abort();
  await running;
  const entry = entryOf(testMessage({ tail: "N1" }));
  expect([...watches.route([entry], () => owner()).keys()]).toEqual(["one"]);
});

test("E-02: a Redis that was emptied has no airline codes for a while, and flights are found as before", async () => {
  const { store, watches } = storeOf(watchOf("one", { tail: "N1" }));
  await watches.learn();
  store.codes = async () => new Map();
  store.watches.push(watchOf("flight", { flight: "UAL123" }));
  await watches.learn();
  const entry = entryOf(testMessage({ tail: "N2", flightNumber: "UA0123" }));
  expect([...watches.route([entry], () => owner()).keys()]).toEqual(["flight"]);
});
