import { MessageIds, type StreamEntry } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createLaterReceptions } from "./later-receptions.ts";

const startMs = Date.UTC(2026, 0, 1);
const secret = "a secret of tests";

function idAt(ms: number): string {
  return new MessageIds(() => startMs + ms).next(0);
}

function later(groupId: string, over: Partial<StreamEntry> = {}): StreamEntry {
  return {
    entryId: "1-1",
    producer: "p:1",
    seq: 1,
    stationId: 1,
    id: idAt(500),
    groupId,
    first: false,
    storeOnly: false,
    messageJson: "{}",
    details: null,
    ...over,
  };
}

const everyStation = async (ids: readonly number[]) => new Set(ids);

test("later receptions are counted by transmission, once", async () => {
  const receptions = createLaterReceptions();
  const [a, b] = [idAt(0), idAt(1)];
  receptions.add([later(a), later(b), later(a, { stationId: 2 })], secret, 1);
  expect(await receptions.drain(everyStation)).toEqual({ [a]: 2, [b]: 1 });
  expect(await receptions.drain(everyStation)).toEqual({});
});

test("those of hidden stations, first ones, and those delivered before are not counted", async () => {
  const receptions = createLaterReceptions();
  const group = idAt(0);
  receptions.add(
    [
      later(group, { stationId: 7 }),
      later(group, { first: true }),
      later(group, { storeOnly: true }),
    ],
    secret,
    1,
  );
  expect(await receptions.drain(async (ids) => new Set(ids.filter((id) => id !== 7)))).toEqual({});
});

test("a transmission is counted for ten seconds, and only if it is in the sample", async () => {
  const receptions = createLaterReceptions();
  const group = idAt(0);
  receptions.add([later(group, { id: idAt(10_001) })], secret, 1);
  receptions.add([later(group)], secret, 0);
  expect(await receptions.drain(everyStation)).toEqual({});
});

test("a flood of receptions is bounded", async () => {
  const receptions = createLaterReceptions();
  const ids = new MessageIds(() => startMs);
  receptions.add(
    Array.from({ length: 5_000 }, () => later(ids.next(0))),
    secret,
    1,
  );
  expect(Object.keys(await receptions.drain(everyStation))).toHaveLength(1_000);
});
