import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createUdpSender } from "../src/index.ts";
import { until } from "./until.ts";

test("every datagram arrives as it was offered, and all is counted", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const received: string[] = [];
  receiver.on("message", (bytes) => received.push(bytes.toString("latin1")));

  const sender = createUdpSender({ host: "127.0.0.1", port: receiver.address().port });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  const offered = Array.from({ length: 50 }, (_, number) => `{"number":${number}}`);
  for (const text of offered) expect(sender.offer(Buffer.from(text))).toBe(true);
  await until(() => received.length === offered.length);
  stop.abort();
  await running;
  receiver.close();

  expect(received.toSorted()).toEqual(offered.toSorted());
  expect(sender.counters).toEqual({ offered: 50, sent: 50, refused: 0, failed: 0 });
});

test("a full queue refuses, and room comes when it is sent from", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const sender = createUdpSender(
    { host: "127.0.0.1", port: receiver.address().port },
    { queueMax: 3 },
  );
  const taken = Array.from({ length: 5 }, () => sender.offer(Buffer.from("{}")));
  expect(taken).toEqual([true, true, true, false, false]);

  const stop = new AbortController();
  const room = sender.room(stop.signal);
  const running = sender.run(stop.signal);
  await room;
  expect(sender.offer(Buffer.from("{}"))).toBe(true);
  stop.abort();
  await running;
  receiver.close();
  expect(sender.counters).toEqual({ offered: 6, sent: 4, refused: 2, failed: 0 });
});

test("what is too long for a datagram fails and is counted; the rest goes on", async () => {
  const receiver = createSocket("udp4");
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const sender = createUdpSender({ host: "127.0.0.1", port: receiver.address().port });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.alloc(70_000, 0x20));
  sender.offer(Buffer.from("{}"));
  await until(() => sender.counters.sent + sender.counters.failed === 2);
  stop.abort();
  await running;
  receiver.close();
  expect(sender.counters).toEqual({ offered: 2, sent: 1, refused: 0, failed: 1 });
});
