import { expect, test } from "vitest";
import { createFeeder, type FeedTarget } from "../src/index.ts";
import { startLineServer } from "./line-server.ts";
import { until } from "./until.ts";

test("each item is sent as one line, with or without a line feed of its own", async () => {
  await using server = await startLineServer();
  const feeder = createFeeder(target(server.port));
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from(`{"a":1}`));
  feeder.offer(Buffer.from(`{"b":2}\n`));
  feeder.offer(Buffer.from(`{"c":3}`));
  await until(() => server.lines.length === 3);
  stop.abort();
  await running;
  expect(server.lines).toEqual([`{"a":1}`, `{"b":2}`, `{"c":3}`]);
  expect(feeder.counters).toEqual({ offered: 3, sent: 3, refused: 0, failed: 0 });
});

test("queued lines are sent before a stop", async () => {
  await using server = await startLineServer();
  const feeder = createFeeder(target(server.port));
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("first"));
  await until(() => server.lines.length === 1);
  for (let number = 0; number < 5_000; number++) feeder.offer(Buffer.from(`line ${number}`));
  stop.abort();
  await running;
  await until(() => server.lines.length === 5_001);
  expect(feeder.counters).toMatchObject({ sent: 5_001, failed: 0 });
});

test("it waits for a target that is not listening yet, and reconnects after the target closes", async () => {
  const { port } = await reservedPort();
  const feeder = createFeeder(target(port));
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("before"));
  {
    await using server = await startLineServer(port);
    await until(() => server.lines.includes("before"));
    server.connections[0]?.destroy();
    await until(() => {
      feeder.offer(Buffer.from("after"));
      return server.connections.length === 2 && server.lines.includes("after");
    });
  }
  stop.abort();
  await running;
  const { offered, sent, refused, failed } = feeder.counters;
  expect(offered).toBe(sent + refused + failed);
});

test("a target that reads nothing fills the bounded queue and does not delay a stop", async () => {
  await using server = await startLineServer();
  const feeder = createFeeder(target(server.port), { queueMax: 200 });
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("hello"));
  await until(() => server.connections.length === 1);
  server.connections[0]?.pause();
  const line = Buffer.alloc(60_000, 0x61);
  await until(() => !feeder.offer(line));
  expect(feeder.counters.refused).toBeGreaterThan(0);
  stop.abort();
  await running;
  const { offered, sent, refused, failed } = feeder.counters;
  expect(failed).toBeGreaterThan(0);
  expect(offered).toBe(sent + refused + failed);
});

async function reservedPort(): Promise<{ port: number }> {
  await using server = await startLineServer();
  return { port: server.port };
}

function target(port: number): FeedTarget {
  return { transport: "tcp", host: "127.0.0.1", port };
}
