import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createFeeder } from "../src/index.ts";
import { until } from "./until.ts";

interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a server that answers with `answer` and records the posts. */
async function startIngest(answer: (response: ServerResponse, post: number) => void) {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      posts.push({ headers: request.headers, body: Buffer.concat(chunks) });
      answer(response, posts.length);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    posts,
    target: { transport: "http", url: new URL(`http://127.0.0.1:${port}/v1/ingest`) } as const,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test("queued lines are posted together as NDJSON", async () => {
  await using ingest = await startIngest((response) => response.writeHead(202).end());
  const feeder = createFeeder(ingest.target);
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from(`{"a":1}`));
  feeder.offer(Buffer.from(`{"b":2}\n`));
  await until(() => feeder.counters.sent === 2);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(1);
  expect(ingest.posts[0]?.headers["content-type"]).toBe("application/x-ndjson");
  expect(ingest.posts[0]?.body.toString()).toBe(`{"a":1}\n{"b":2}\n`);
});

test("after 503 and 429 the same lines are posted again", async () => {
  await using ingest = await startIngest((response, post) => {
    if (post === 1) response.writeHead(503, { "retry-after": "0" }).end();
    else if (post === 2) response.writeHead(429).end();
    else response.writeHead(202).end();
  });
  const feeder = createFeeder(ingest.target, { gzip: true, backOffMsMin: 1 });
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from(`{"a":1}`));
  await until(() => feeder.counters.sent === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
  for (const { headers, body } of ingest.posts) {
    expect(headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(body).toString()).toBe(`{"a":1}\n`);
  }
  expect(feeder.counters).toEqual({ offered: 1, sent: 1, refused: 0, failed: 0 });
});

test("the delay of Retry-After is respected", async () => {
  const times: number[] = [];
  await using ingest = await startIngest((response, post) => {
    times.push(performance.now());
    if (post === 1) response.writeHead(503, { "retry-after": "1" }).end();
    else response.writeHead(202).end();
  });
  const feeder = createFeeder(ingest.target, { backOffMsMin: 1 });
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("{}"));
  await until(() => feeder.counters.sent === 1);
  stop.abort();
  await running;
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
});

test("a post without an answer is repeated, a refused post is not", async () => {
  await using ingest = await startIngest((response, post) => {
    if (post === 1) response.destroy();
    else if (post === 2) response.writeHead(202).end();
    else response.writeHead(400).end();
  });
  const feeder = createFeeder(ingest.target, { backOffMsMin: 1 });
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("{}"));
  await until(() => feeder.counters.sent === 1);
  feeder.offer(Buffer.from("{}"));
  await until(() => feeder.counters.failed === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
});

test("the number of attempts is limited", async () => {
  await using ingest = await startIngest((response) => response.writeHead(503).end());
  const feeder = createFeeder(ingest.target, { backOffMsMin: 1, attemptsMax: 3 });
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("{}"));
  await until(() => feeder.counters.failed === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
});

test("an ingest that never answers does not delay a stop", async () => {
  await using ingest = await startIngest(() => {});
  const feeder = createFeeder(ingest.target);
  const stop = new AbortController();
  const running = feeder.run(stop.signal);
  feeder.offer(Buffer.from("{}"));
  await until(() => ingest.posts.length === 1);
  stop.abort();
  await running;
  expect(feeder.counters).toEqual({ offered: 1, sent: 0, refused: 0, failed: 1 });
});
