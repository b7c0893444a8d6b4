import { type Message, MessageIds, type StreamEntry } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createBetterCopies } from "./better-copies.ts";

const startMs = Date.UTC(2026, 0, 1);
const secret = "a secret of tests";
const decoded: Message["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Climb to FL390",
  items: [],
};

function idAt(ms: number): string {
  return new MessageIds(() => startMs + ms).next(0);
}

function entryOf(groupId: string, over: Partial<Message>, entry: Partial<StreamEntry> = {}) {
  const message = testMessage({ id: idAt(100), groupId, ...over });
  return {
    entryId: "1-1",
    producer: "p:1",
    seq: 1,
    stationId: message.stationId,
    id: message.id,
    groupId,
    first: message.id === groupId,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: null,
    ...entry,
  };
}

function copiesOf() {
  const state = { nowMs: 0 };
  const copies = createBetterCopies(() => state.nowMs);
  return {
    add: (entries: StreamEntry[], fraction = 1) => copies.add(entries, secret, fraction),
    take() {
      state.nowMs += 500;
      return copies.drain();
    },
  };
}

test("a reception is better once, if it says more than the first, in whatever order they are read", () => {
  const { add, take } = copiesOf();
  const [bare, decodedFirst] = [idAt(0), idAt(1)];
  add([entryOf(bare, { decoded }), entryOf(decodedFirst, {})]);
  add([
    entryOf(bare, { id: bare }),
    entryOf(bare, { decoded }),
    entryOf(decodedFirst, { id: decodedFirst, decoded }),
    entryOf(decodedFirst, { decoded }),
  ]);
  expect(take().map(({ groupId }) => groupId)).toEqual([bare]);
  expect(take()).toEqual([]);
});

test("without the first reception, only what was decoded is passed on, once", () => {
  const { add, take } = copiesOf();
  const group = idAt(0);
  add([entryOf(group, { latitude: 1, longitude: 2 })]);
  add([entryOf(group, { decoded }), entryOf(group, { decoded })]);
  expect(take()).toMatchObject([{ decoded }]);
});

test("receptions outside the sample, delivered before, unreadable or ten seconds late are not", () => {
  const { add, take } = copiesOf();
  const group = idAt(0);
  add([
    entryOf(group, { decoded }, { storeOnly: true }),
    entryOf(group, { decoded }, { messageJson: "{" }),
    entryOf(group, { decoded, id: idAt(10_001) }),
  ]);
  add([entryOf(group, { decoded })], 0);
  expect(take()).toEqual([]);
});

test("a flood of better receptions is bounded", () => {
  const { add, take } = copiesOf();
  const ids = new MessageIds(() => startMs);
  add(Array.from({ length: 5_000 }, () => entryOf(ids.next(0), { decoded })));
  expect(take()).toHaveLength(20);
  expect(take()).toEqual([]);
});
