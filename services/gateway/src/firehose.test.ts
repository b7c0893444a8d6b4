import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { writeFirehoseTick } from "@jetwire/protocol";
import type { Channels } from "@jetwire/redis";
import { createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createFirehose } from "./firehose.ts";
import type { Wire, WireOptions } from "./wire.ts";

function fakeWire(waiting: number) {
  const written: Buffer[] = [];
  const wire: Wire = {
    writeBuffer: Array.from({ length: waiting }),
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(new Socket()),
    write: (_data: string, options: WireOptions) => written.push(options.wsPreEncodedFrame[0]),
    close: () => {},
    on: () => {},
    once: () => {},
  };
  return { wire, written };
}

function fakeChannels() {
  const hearers = new Set<(message: Buffer) => void>();
  const channels: Channels = {
    subscribe(_channel, hear) {
      hearers.add(hear);
      return { standing: Promise.resolve(), close: () => hearers.delete(hear) };
    },
    onReturn: () => {},
  };
  const publish = (tick: string) => {
    for (const hear of hearers) hear(Buffer.from(tick));
  };
  return { channels, hearers, publish };
}

test("a tick is one write, encoded once for all; who has packets waiting skips it, counted", async () => {
  const { channels, publish } = fakeChannels();
  const metrics = createMetrics({});
  const firehose = createFirehose(channels, "firehose", metrics);
  const [quick, alike, slow] = [fakeWire(0), fakeWire(0), fakeWire(1)];
  for (const { wire } of [quick, alike, slow]) await firehose.join(wire);
  publish(writeFirehoseTick(1, ['{"id":"a"}', '{"id":"b"}']));
  expect([quick, alike, slow].map(({ written }) => written.length)).toEqual([1, 1, 0]);
  expect(quick.written[0]).toBe(alike.written[0]);
  const text = await metrics.text();
  expect(text).toContain('jetwire_gateway_firehose_ticks_total{outcome="skipped"} 1');
  expect(text).toContain("jetwire_gateway_firehose_messages_total 4");
});

test("the channel is held while anybody sniffs and no longer", async () => {
  const { channels, hearers } = fakeChannels();
  const firehose = createFirehose(channels, "firehose", createMetrics({}));
  const [one, other] = [fakeWire(0).wire, fakeWire(0).wire];
  await firehose.join(one);
  await firehose.join(other);
  await firehose.join(one);
  expect(hearers.size).toBe(1);
  firehose.leave(one);
  expect(hearers.size).toBe(1);
  firehose.leave(other);
  expect(hearers.size).toBe(0);
});

test("who leaves while joining gets nothing", async () => {
  const { channels, hearers, publish } = fakeChannels();
  const firehose = createFirehose(channels, "firehose", createMetrics({}));
  const { wire, written } = fakeWire(0);
  const joining = firehose.join(wire);
  firehose.leave(wire);
  await joining;
  publish(writeFirehoseTick(1, ['{"id":"a"}']));
  expect(written).toEqual([]);
  expect(hearers.size).toBe(0);
});
