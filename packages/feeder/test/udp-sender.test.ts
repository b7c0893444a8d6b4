import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createFeeder, type FeedTarget } from "../src/index.ts";
import { until } from "./until.ts";

test("each datagram arrives as it was offered and is counted", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const received: string[] = [];
  receiver.on("message", (bytes) => received.push(bytes.toString("latin1")));

  const feeder = createFeeder(target(receiver.address().port));
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  const offered = Array.from({ length: 50 }, (_, number) => `{"number":${number}}`);
  for (const text of offered) expect(feeder.offer(Buffer.from(text))).toBe(true);
  await until(() => received.length === offered.length);
  stop.abort();
  await running;
  receiver.close();

  expect(received.toSorted()).toEqual(offered.toSorted());
  expect(feeder.counters).toEqual({ offered: 50, sent: 50, refused: 0, failed: 0 });
});

test("a full queue refuses lines and has space once a line was sent", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const feeder = createFeeder(target(receiver.address().port), { queueMax: 3 });
  const taken = Array.from({ length: 5 }, () => feeder.offer(Buffer.from("{}")));
  expect(taken).toEqual([true, true, true, false, false]);

  const stop = new AbortController();
  const space = feeder.waitForSpace(stop.signal);
  const running = feeder.run(stop.signal);
  await space;
  expect(feeder.offer(Buffer.from("{}"))).toBe(true);
  stop.abort();
  await running;
  receiver.close();
  expect(feeder.counters).toEqual({ offered: 6, sent: 4, refused: 2, failed: 0 });
});

test("a line too long for a datagram is counted as failed, and later lines are sent", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const feeder = createFeeder(target(receiver.address().port));
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.alloc(70_000, 0x20));
  feeder.offer(Buffer.from("{}"));
  await until(() => feeder.counters.sent + feeder.counters.failed === 2);
  stop.abort();
  await running;
  receiver.close();
  expect(feeder.counters).toEqual({ offered: 2, sent: 1, refused: 0, failed: 1 });
});

function target(port: number): FeedTarget {
  return { transport: "udp", host: "127.0.0.1", port };
}
