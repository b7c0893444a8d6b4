import { expect, test } from "vitest";
import { createTcpSender } from "../src/index.ts";
import { startLineServer } from "./line-server.ts";
import { until } from "./until.ts";

test("each item is a line, whether or not it ends like one", async () => {
  await using server = await startLineServer();
  const sender = createTcpSender({ host: "127.0.0.1", port: server.port });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from(`{"a":1}`));
  sender.offer(Buffer.from(`{"b":2}\n`));
  sender.offer(Buffer.from(`{"c":3}`));
  await until(() => server.lines.length === 3);
  stop.abort();
  await running;
  expect(server.lines).toEqual([`{"a":1}`, `{"b":2}`, `{"c":3}`]);
  expect(sender.counters).toEqual({ offered: 3, sent: 3, refused: 0, failed: 0 });
});

test("what is queued is sent before a stop", async () => {
  await using server = await startLineServer();
  const sender = createTcpSender({ host: "127.0.0.1", port: server.port });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("first"));
  await until(() => server.lines.length === 1);
  for (let number = 0; number < 5_000; number++) sender.offer(Buffer.from(`line ${number}`));
  stop.abort();
  await running;
  await until(() => server.lines.length === 5_001);
  expect(sender.counters).toMatchObject({ sent: 5_001, failed: 0 });
});

test("it waits for a target that isn't there yet, and comes back to one that hung up", async () => {
  const { port } = await reservedPort();
  const sender = createTcpSender({ host: "127.0.0.1", port });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("before"));
  {
    await using server = await startLineServer(port);
    await until(() => server.lines.includes("before"));
    server.connections[0]?.destroy();
    await until(() => {
      sender.offer(Buffer.from("after"));
      return server.connections.length === 2 && server.lines.includes("after");
    });
  }
  stop.abort();
  await running;
  const { offered, sent, refused, failed } = sender.counters;
  expect(offered).toBe(sent + refused + failed);
});

test("a target that reads nothing fills the queue, not the memory, and doesn't hold up a stop", async () => {
  await using server = await startLineServer();
  const sender = createTcpSender({ host: "127.0.0.1", port: server.port }, { queueMax: 200 });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("hello"));
  await until(() => server.connections.length === 1);
  server.connections[0]?.pause();
  const line = Buffer.alloc(60_000, 0x61);
  await until(() => !sender.offer(line));
  expect(sender.counters.refused).toBeGreaterThan(0);
  stop.abort();
  await running;
  const { offered, sent, refused, failed } = sender.counters;
  expect(failed).toBeGreaterThan(0);
  expect(offered).toBe(sent + refused + failed);
});

async function reservedPort(): Promise<{ port: number }> {
  await using server = await startLineServer();
  return { port: server.port };
}
