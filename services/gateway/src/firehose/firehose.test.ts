import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { writeFirehoseTick } from "@jetwire/protocol";
import type { Channels } from "@jetwire/redis";
import { createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createFirehose, type SniffView } from "./firehose.ts";
import { compileFilter } from "./sniff-filter.ts";
import type { Wire, WireOptions } from "../connection/engine-connection.ts";

/**
 * @param waiting packets that wait for the connection
 * @param unsent bytes that its TCP socket has not been able to send yet
 */
function fakeWire(waiting: number, unsent = 0) {
  const written: Buffer[] = [];
  const queued: Buffer[] = [];
  const socket = new Socket();
  socket.write = (frames) => written.push(frames as Buffer) > 0;
  Object.defineProperty(socket, "writableLength", { get: () => unsent });
  const wire: Wire = {
    writeBuffer: Array.from({ length: waiting }),
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(socket),
    write: (_data: string, options: WireOptions) => queued.push(options.wsPreEncodedFrame[0]),
    close: () => {},
    on: () => {},
    once: () => {},
  };
  return { wire, written, queued };
}

function fakeChannels() {
  const hearers = new Set<(message: Buffer) => void>();
  const channels: Channels = {
    subscribe(_channel, hear) {
      hearers.add(hear);
      const ready = Promise.resolve();
      return { ready, standing: ready, close: () => hearers.delete(hear) };
    },
    caughtUp: () => Promise.resolve(),
    onReconnect: () => {},
    onReturn: () => {},
  };
  const publish = (tick: string) => {
    for (const hear of hearers) hear(Buffer.from(tick));
  };
  return { channels, hearers, publish };
}

function firehoseOf(latest: readonly string[] = []) {
  const { channels, hearers, publish } = fakeChannels();
  const metrics = createMetrics({});
  const viewers = { count: 0 };
  const firehose = createFirehose(
    {
      channels,
      channel: "firehose",
      readRecent: async () => latest.map((text) => Buffer.from(text)),
      joined: () => viewers.count++,
      left: () => viewers.count--,
    },
    metrics,
  );
  return { firehose, hearers, publish, metrics, viewers };
}

const all: SniffView = { filter: {}, fits: null, begin: () => {} };

function only(label: string): SniffView {
  const filter = { label: [label] };
  return { filter, fits: compileFilter(filter, new Map()), begin: () => {} };
}

const idOf = (n: number) => `0196f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const textOf = (n: number, label = "H1") => `{"id":"${idOf(n)}","label":"${label}"}`;

test("a tick is one write, encoded once for all; who has packets waiting skips it, counted", async () => {
  const { firehose, publish, metrics } = firehoseOf();
  const [quick, alike, slow] = [fakeWire(0), fakeWire(0), fakeWire(1)];
  for (const { wire } of [quick, alike, slow]) await firehose.join(wire, all);
  publish(writeFirehoseTick(1, [textOf(1), textOf(2)]));
  expect([quick, alike, slow].map(({ written }) => written.length)).toEqual([1, 1, 0]);
  expect(quick.written[0]).toBe(alike.written[0]);
  expect(firehose.countsOf(quick.wire)).toEqual({ sent: 2, dropped: 0 });
  expect(firehose.countsOf(slow.wire)).toEqual({ sent: 0, dropped: 2 });
  const text = await metrics.text();
  expect(text).toContain('jetwire_gateway_firehose_ticks_total{outcome="skipped"} 1');
  expect(text).toContain("jetwire_gateway_firehose_messages_total 4");
});

test("a tick goes straight to a socket that is free, and is queued where bytes are unsent", async () => {
  const { firehose, publish } = firehoseOf();
  const [free, busy] = [fakeWire(0), fakeWire(0, 1)];
  for (const { wire } of [free, busy]) await firehose.join(wire, all);
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect([free.written.length, free.queued.length]).toEqual([1, 0]);
  expect([busy.written.length, busy.queued.length]).toEqual([0, 1]);
  expect(busy.queued[0]).toBe(free.written[0]);
  expect(firehose.countsOf(busy.wire)).toEqual({ sent: 1, dropped: 0 });
});

test("a connection that is closing is left to engine.io", async () => {
  const { firehose, publish } = firehoseOf();
  const { wire, written, queued } = fakeWire(0);
  const closing: Wire = { ...wire, readyState: "closing" };
  await firehose.join(closing, all);
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect([written.length, queued.length]).toEqual([0, 1]);
});

test("equal filters share one encoding, others see their own messages, garbage nobody's", async () => {
  const { firehose, publish, metrics } = firehoseOf();
  const [one, alike, other, everybody] = [fakeWire(0), fakeWire(0), fakeWire(0), fakeWire(0)];
  await firehose.join(one.wire, only("H1"));
  await firehose.join(alike.wire, only("H1"));
  await firehose.join(other.wire, only("5Z"));
  await firehose.join(everybody.wire, all);
  publish(writeFirehoseTick(1, [textOf(1), textOf(2, "Q0"), "{not json}"]));
  expect(one.written[0]).toBe(alike.written[0]);
  expect(String(one.written[0])).toContain(idOf(1));
  expect(String(one.written[0])).not.toContain(idOf(2));
  expect(other.written).toEqual([]);
  expect(String(everybody.written[0])).toContain(idOf(2));
  expect(await metrics.text()).toContain("jetwire_gateway_firehose_filters 3");
});

test("a second view replaces the first, and the count of viewers stays", async () => {
  const { firehose, publish, viewers } = firehoseOf();
  const { wire, written } = fakeWire(0);
  await firehose.join(wire, only("H1"));
  await firehose.join(wire, only("5Z"));
  expect(viewers.count).toBe(1);
  publish(writeFirehoseTick(1, [textOf(1, "H1"), textOf(2, "5Z")]));
  expect(written).toHaveLength(1);
  expect(String(written[0])).not.toContain(idOf(1));
  firehose.leave(wire);
  firehose.leave(wire);
  expect(viewers.count).toBe(0);
});

test("filters in use are bounded; one that is in use and none at all stay open", async () => {
  const { firehose } = firehoseOf();
  for (let n = 0; n < 500; n++) {
    expect(await firehose.join(fakeWire(0).wire, only(String(n)))).toBe(true);
  }
  expect(await firehose.join(fakeWire(0).wire, only("501"))).toBe(false);
  expect(await firehose.join(fakeWire(0).wire, only("7"))).toBe(true);
});

test("the latest come first and newest first, none of them again, none in between is missing", async () => {
  const { firehose, publish } = firehoseOf([textOf(1), textOf(2)]);
  const heard: string[][] = [];
  const begin: SniffView["begin"] = (recent) => heard.push(recent.map(({ id }) => id));
  const prepare = async () => publish(writeFirehoseTick(1, [textOf(3)]));
  const { wire, written } = fakeWire(0);
  await firehose.join(wire, { ...all, prepare, begin });
  expect(heard).toEqual([[idOf(3), idOf(2), idOf(1)]]);
  publish(writeFirehoseTick(1, [textOf(3), textOf(4)]));
  publish(writeFirehoseTick(1, [textOf(2), textOf(4)]));
  expect(written).toHaveLength(1);
  expect(String(written[0])).not.toContain(idOf(3));
  expect(String(written[0])).toContain(idOf(4));
});

test("the channel is held while anybody sniffs and no longer", async () => {
  const { firehose, hearers } = firehoseOf();
  const [one, other] = [fakeWire(0).wire, fakeWire(0).wire];
  await firehose.join(one, all);
  await firehose.join(other, all);
  await firehose.join(one, all);
  expect(hearers.size).toBe(1);
  firehose.leave(one);
  expect(hearers.size).toBe(1);
  firehose.leave(other);
  expect(hearers.size).toBe(0);
});

test("who leaves while joining gets nothing", async () => {
  const { firehose, hearers, publish } = firehoseOf();
  const { wire, written } = fakeWire(0);
  const joining = firehose.join(wire, all);
  firehose.leave(wire);
  await joining;
  publish(writeFirehoseTick(1, [textOf(1)]));
  expect(written).toEqual([]);
  expect(hearers.size).toBe(0);
});
