import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "@jetwire/launcher";
import { expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import { acarsdecLine, addFeeder, postLines, startDeployment, until } from "../src/index.ts";

/** Starts a Redis of its own, which can be killed and started again on its port. */
async function openRedis() {
  const stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-redis-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  let running = await startRedis({ dir, port: 0, log: () => {} });
  stack.defer(() => running.stop());
  const { url, port } = running;
  return {
    url,
    async restart() {
      running.kill();
      await until("Redis to exit", () => running.pid === null);
      running = await startRedis({ dir, port, log: () => {} });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("F-12: a restart of Redis repeats nothing to connected clients of a feed, and loses nothing", async () => {
  await using redis = await openRedis();
  await using jw = await startDeployment({ redisUrl: redis.url });
  const { sql } = jw.database;
  // Fanout has noted this a while ago, so that a replay from Postgres begins before the first message.
  await sql`insert into feed_marks values (now() - interval '2 minutes', now() - interval '2 minutes')`;
  const { apiKey } = await addFeeder(jw, "alice", "RR-ONE");
  using client = await connectFeed(jw.gatewayUrls[0] ?? "", apiKey);
  let sent = 0;
  const lines = (count: number) =>
    Array.from({ length: count }, () => acarsdecLine("RR-ONE", `MESSAGE ${++sent}`));
  const texts = () => client.received.map(({ text }) => text);
  const isComplete = () => new Set(texts()).size === sent;

  await postLines(jw, lines(40));
  await until("the messages", isComplete);
  for (let time = 1; time <= 2; time++) {
    await redis.restart();
    await postLines(jw, lines(10));
    await until("the messages after the restart", isComplete, 60_000);
    const lost = new RegExp(`jetwire_gateway_feed_holes_total\\{.*\\} ${time}\\b`);
    await until("the position to be lost", async () =>
      lost.test((await jw.metrics.get("gateway-0")?.text()) ?? ""),
    );
  }
  await postLines(jw, lines(5));
  await until("the last messages", isComplete);
  const repeats = texts().length - new Set(texts()).size;
  console.log(`${repeats} of ${sent} messages were repeated`);
  expect(repeats).toBe(0);
  // Without a gap, and in order.
  expect(texts()).toEqual(Array.from({ length: sent }, (_, n) => `MESSAGE ${n + 1}`));
});
