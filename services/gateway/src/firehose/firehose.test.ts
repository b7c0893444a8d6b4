import { writeFirehoseTick } from "@jetwire/protocol";
import { expect, test, vi } from "vitest";
import {
  all,
  fakeConnection,
  firehoseOf,
  idOf,
  only,
  recordRecent,
  textOf,
} from "../../test/fake-firehose.ts";
import type { EngineConnection } from "../connection/engine-connection.ts";
import type { FilterOwner } from "./audience.ts";

test("a tick is one write, encoded once for all; a connection with waiting packets skips it, counted", async () => {
  const { firehose, publish, metrics } = firehoseOf();
  const [quick, alike, slow] = [fakeConnection(0), fakeConnection(0), fakeConnection(1)];
  for (const { connection } of [quick, alike, slow]) await firehose.join(connection, all);
  publish(writeFirehoseTick(1, [textOf(1), textOf(2)]));
  expect([quick, alike, slow].map(({ written }) => written.length)).toEqual([1, 1, 0]);
  expect(quick.written[0]).toBe(alike.written[0]);
  expect(firehose.countsOf(quick.connection)).toEqual({ sent: 2, dropped: 0 });
  expect(firehose.countsOf(slow.connection)).toEqual({ sent: 0, dropped: 2 });
  const text = await metrics.text();
  expect(text).toContain('jetwire_gateway_firehose_ticks_total{status="skipped"} 1');
  expect(text).toContain("jetwire_gateway_firehose_messages_total 4");
});

test("a tick is written directly to a free socket, and queued for one with unsent bytes", async () => {
  const { firehose, publish } = firehoseOf();
  const [free, busy] = [fakeConnection(0), fakeConnection(0, 1)];
  for (const { connection } of [free, busy]) await firehose.join(connection, all);
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect([free.written.length, free.queued.length]).toEqual([1, 0]);
  expect([busy.written.length, busy.queued.length]).toEqual([0, 1]);
  expect(busy.queued[0]).toBe(free.written[0]);
  expect(firehose.countsOf(busy.connection)).toEqual({ sent: 1, dropped: 0 });
});

test("a connection that is closing is left to engine.io", async () => {
  const { firehose, publish } = firehoseOf();
  const { connection, written, queued } = fakeConnection(0);
  const closing: EngineConnection = { ...connection, readyState: "closing" };
  await firehose.join(closing, all);
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect([written.length, queued.length]).toEqual([0, 1]);
});

test("equal filters share one encoding, others get their own messages, and none gets unreadable ones", async () => {
  const { firehose, publish, metrics } = firehoseOf();
  const [one, alike, other, everybody] = [
    fakeConnection(0),
    fakeConnection(0),
    fakeConnection(0),
    fakeConnection(0),
  ];
  await firehose.join(one.connection, only("H1"));
  await firehose.join(alike.connection, only("H1"));
  await firehose.join(other.connection, only("5Z"));
  await firehose.join(everybody.connection, all);
  publish(writeFirehoseTick(1, [textOf(1), textOf(2, "Q0"), { id: idOf(3), text: "{not json}" }]));
  expect(one.written[0]).toBe(alike.written[0]);
  expect(String(one.written[0])).toContain(idOf(1));
  expect(String(one.written[0])).not.toContain(idOf(2));
  expect(other.written).toEqual([]);
  expect(String(everybody.written[0])).toContain(idOf(2));
  expect(await metrics.text()).toContain("jetwire_gateway_firehose_filters 3");
});

test("a second view replaces the first, and the connection is counted once", async () => {
  const { firehose, publish, counted } = firehoseOf();
  const { connection, written } = fakeConnection(0);
  await firehose.join(connection, only("H1"));
  await firehose.join(connection, only("5Z"));
  expect(counted.subscribers).toBe(1);
  publish(writeFirehoseTick(1, [textOf(1, "H1"), textOf(2, "5Z")]));
  expect(written).toHaveLength(1);
  expect(String(written[0])).not.toContain(idOf(1));
  firehose.leave(connection);
  firehose.leave(connection);
  expect(counted.subscribers).toBe(0);
});

function address(n: number): FilterOwner {
  return { id: `192.0.2.${n}`, isAnonymous: true };
}

test("A-14: anonymous clients use 20 filters of an address and 300 in all, and leave the rest to accounts", async () => {
  const { firehose } = firehoseOf();
  const join = (label: string, owner: FilterOwner) =>
    firehose.join(fakeConnection(0).connection, only(label, owner));
  const refusals: unknown[] = [];
  for (let n = 0; n < 500; n++) refusals.push(await join(`a${n}`, address(0)));
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(20);
  expect(refusals.at(-1)).toBe("own");
  for (let n = 20; n < 300; n++) {
    expect(await join(`a${n}`, address(Math.floor(n / 20)))).toBe(null);
  }
  expect(await join("more", address(99))).toBe("all");
  for (let n = 0; n < 200; n++) {
    expect(await join(`b${n}`, { id: `account ${n}`, isAnonymous: false })).toBe(null);
  }
  expect(await join("c", { id: "account 200", isAnonymous: false })).toBe("all");
  // One that is in use, and no filter, remain available.
  expect(await join("a7", address(99))).toBe(null);
  expect(await firehose.join(fakeConnection(0).connection, { ...all, owner: address(0) })).toBe(
    null,
  );
});

test("a filter that nobody uses any more counts for nobody", async () => {
  const { firehose } = firehoseOf();
  const { connection } = fakeConnection(0);
  for (let n = 0; n < 100; n++) {
    expect(await firehose.join(connection, only(`d${n}`, address(0)))).toBe(null);
  }
});

test("recent messages come first and newest first, none of them again, and none in between is missing", async () => {
  const { firehose, publish } = firehoseOf([textOf(1), textOf(2)]);
  const { begun, begin } = recordRecent();
  const prepare = async () => publish(writeFirehoseTick(1, [textOf(3)]));
  const { connection, written } = fakeConnection(0);
  await firehose.join(connection, { ...all, prepare, begin });
  expect(begun).toEqual([[idOf(3), idOf(2), idOf(1)]]);
  publish(writeFirehoseTick(1, [textOf(3), textOf(4)]));
  publish(writeFirehoseTick(1, [textOf(2), textOf(4)]));
  expect(written).toHaveLength(1);
  expect(String(written[0])).not.toContain(idOf(3));
  expect(String(written[0])).toContain(idOf(4));
});

test("the channel is subscribed while any connection receives the firehose, and no longer", async () => {
  const { firehose, listeners } = firehoseOf();
  const [one, other] = [fakeConnection(0).connection, fakeConnection(0).connection];
  await firehose.join(one, all);
  await firehose.join(other, all);
  await firehose.join(one, all);
  expect(listeners.size).toBe(1);
  firehose.leave(one);
  expect(listeners.size).toBe(1);
  firehose.leave(other);
  expect(listeners.size).toBe(0);
});

test("a connection that leaves while joining gets nothing", async () => {
  const { firehose, listeners, publish } = firehoseOf();
  const { connection, written } = fakeConnection(0);
  const joining = firehose.join(connection, all);
  firehose.leave(connection);
  await joining;
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect(written).toEqual([]);
  expect(listeners.size).toBe(0);
});

test("a paced connection gets a tick at once, and the messages of the next time together, unless it leaves", async () => {
  const { firehose, publish } = firehoseOf();
  const [paced, alike] = [fakeConnection(0), fakeConnection(0)];
  const [moved, left] = [fakeConnection(0), fakeConnection(0)];
  const pace = { ...all, everyMs: 100 };
  await firehose.join(paced.connection, pace);
  await firehose.join(alike.connection, pace);
  await firehose.join(moved.connection, { ...all, everyMs: 10_000 });
  await firehose.join(left.connection, { ...all, everyMs: 150 });
  for (const n of [1, 2, 3]) publish(writeFirehoseTick(1, [textOf(n)]));
  firehose.leave(left.connection);
  expect([paced, alike, moved, left].map(({ written }) => written.length)).toEqual([1, 1, 1, 1]);
  // What waited is not lost when a connection asks for another pace.
  await firehose.join(moved.connection, all);
  await vi.waitFor(() => expect(paced.written).toHaveLength(2));
  for (const { written } of [paced, moved]) {
    expect(written[0]?.includes(idOf(1))).toBe(true);
    expect([2, 3].map((n) => written[1]?.includes(idOf(n)))).toEqual([true, true]);
  }
  expect(paced.written[1]).toBe(alike.written[1]);
  expect(firehose.countsOf(paced.connection)).toEqual({ sent: 3, dropped: 0 });
  publish(writeFirehoseTick(1, [textOf(4)]));
  expect(moved.written).toHaveLength(3);
  firehose.leave(alike.connection);
  expect(left.written).toHaveLength(1);
});

test("a process that is short of CPU writes to everybody less often", async () => {
  const pace = { everyMs: 60, adjust: () => {} };
  const { firehose, publish } = firehoseOf([], pace);
  const { connection, written } = fakeConnection(0);
  await firehose.join(connection, all);
  for (const n of [1, 2, 3]) publish(writeFirehoseTick(1, [textOf(n)]));
  expect(firehose.everyMs).toBe(60);
  expect(written).toHaveLength(1);
  await vi.waitFor(() => expect(written).toHaveLength(2));
  expect([2, 3].map((n) => written[1]?.includes(idOf(n)))).toEqual([true, true]);
});

test("recent messages that wait for a pace come once to a connection that joins, and it does not hasten the next write", async () => {
  const { firehose, publish } = firehoseOf();
  const [first, second] = [fakeConnection(0), fakeConnection(0)];
  const paced = { ...all, everyMs: 100 };
  await firehose.join(first.connection, paced);
  for (const n of [1, 2, 3]) publish(writeFirehoseTick(1, [textOf(n)]));
  expect(first.written).toHaveLength(1);
  const { begun, begin } = recordRecent();
  await firehose.join(second.connection, { ...paced, begin });
  expect(begun).toEqual([[idOf(1)]]);
  expect([first, second].map(({ written }) => written.length)).toEqual([1, 0]);
  await vi.waitFor(() => expect(second.written).toHaveLength(1));
  expect([2, 3].map((n) => second.written[0]?.includes(idOf(n)))).toEqual([true, true]);
  expect(first.written[1]).toBe(second.written[0]);
});

test("the first to ask for later receptions does not wait for messages whose later receptions came before", async () => {
  const { firehose, publish } = firehoseOf();
  const [first, second] = [fakeConnection(0), fakeConnection(0)];
  const paced = { ...all, everyMs: 10_000 };
  await firehose.join(first.connection, paced);
  for (const n of [1, 2]) publish(writeFirehoseTick(1, [textOf(n)]));
  const { begun, begin } = recordRecent();
  await firehose.join(second.connection, { ...paced, decoded: true, begin });
  expect(begun).toEqual([[idOf(2), idOf(1)]]);
  expect(first.written).toHaveLength(2);
  expect(second.written).toEqual([]);
});

test("more than 500 waiting messages are written at once", async () => {
  const { firehose, publish } = firehoseOf();
  const { connection, written } = fakeConnection(0);
  await firehose.join(connection, { ...all, everyMs: 10_000 });
  for (let n = 0; n < 502; n++) publish(writeFirehoseTick(1, [textOf(n)]));
  expect(written).toHaveLength(2);
  expect(firehose.countsOf(connection)).toEqual({ sent: 502, dropped: 0 });
});

/** The first line of a tick with later receptions. */
function headOf(later: Record<string, number>): string {
  return JSON.stringify({ version: 2, fraction: 1, later });
}

test("who asked gets the number of stations that received what was written to them, when it changes", async () => {
  const { firehose, publish } = firehoseOf();
  const [asking, silent, filtered] = [fakeConnection(0), fakeConnection(0), fakeConnection(0)];
  await firehose.join(asking.connection, { ...all, receptions: true });
  await firehose.join(silent.connection, all);
  await firehose.join(filtered.connection, { ...only("5Z"), receptions: true });
  publish(writeFirehoseTick(1, [textOf(1, "H1"), textOf(2, "5Z")]));
  publish(headOf({ [idOf(1)]: 1, [idOf(2)]: 2, [idOf(3)]: 1 }));
  firehose.sendReceptions();
  firehose.sendReceptions();
  const second = { groupId: idOf(2), count: 3 };
  expect(receptionsIn(asking.written)).toEqual([
    { groups: [{ groupId: idOf(1), count: 2 }, second] },
  ]);
  expect(receptionsIn(filtered.written)).toEqual([{ groups: [second] }]);
  expect(receptionsIn(silent.written)).toEqual([]);
  await firehose.join(asking.connection, all);
  publish(headOf({ [idOf(1)]: 1 }));
  firehose.sendReceptions();
  expect(receptionsIn(asking.written)).toHaveLength(1);
});

test("numbers of receptions are not queued for a connection that reads too slowly", async () => {
  const { firehose, publish } = firehoseOf();
  const slow = fakeConnection(1);
  await firehose.join(slow.connection, { ...all, receptions: true });
  publish(writeFirehoseTick(1, [textOf(1)]));
  publish(headOf({ [idOf(1)]: 1 }));
  firehose.sendReceptions();
  expect([slow.written, slow.queued]).toEqual([[], []]);
});

/** Returns the payloads of `messages:sniff:receptions`. */
function receptionsIn(written: readonly Buffer[]): unknown[] {
  return written
    .map(String)
    .filter((text) => text.includes("messages:sniff:receptions"))
    .map((text): unknown => JSON.parse(text.slice(text.indexOf("{"), -1)));
}
