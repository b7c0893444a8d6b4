import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createHttpSender } from "../src/index.ts";
import { until } from "./until.ts";

interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An ingest that answers as told and keeps what it was posted. */
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
    url: `http://127.0.0.1:${port}/v1/ingest`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test("lines are posted together as NDJSON", async () => {
  await using ingest = await startIngest((response) => response.writeHead(202).end());
  const sender = createHttpSender(ingest.url);
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from(`{"a":1}`));
  sender.offer(Buffer.from(`{"b":2}\n`));
  await until(() => sender.counters.sent === 2);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(1);
  expect(ingest.posts[0]?.headers["content-type"]).toBe("application/x-ndjson");
  expect(ingest.posts[0]?.body.toString()).toBe(`{"a":1}\n{"b":2}\n`);
});

test("told to come back later it does, when it was told to, with the same lines", async () => {
  await using ingest = await startIngest((response, post) => {
    if (post === 1) response.writeHead(503, { "retry-after": "0" }).end();
    else if (post === 2) response.writeHead(429).end();
    else response.writeHead(202).end();
  });
  const sender = createHttpSender(ingest.url, { gzip: true, backOffMinMs: 1 });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from(`{"a":1}`));
  await until(() => sender.counters.sent === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
  for (const { headers, body } of ingest.posts) {
    expect(headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(body).toString()).toBe(`{"a":1}\n`);
  }
  expect(sender.counters).toEqual({ offered: 1, sent: 1, refused: 0, failed: 0 });
});

test("Retry-After is waited for", async () => {
  const times: number[] = [];
  await using ingest = await startIngest((response, post) => {
    times.push(performance.now());
    if (post === 1) response.writeHead(503, { "retry-after": "1" }).end();
    else response.writeHead(202).end();
  });
  const sender = createHttpSender(ingest.url, { backOffMinMs: 1 });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("{}"));
  await until(() => sender.counters.sent === 1);
  stop.abort();
  await running;
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
});

test("a lost connection is tried again, a refusal isn't, and both end", async () => {
  await using ingest = await startIngest((response, post) => {
    if (post === 1) response.destroy();
    else if (post === 2) response.writeHead(202).end();
    else response.writeHead(400).end();
  });
  const sender = createHttpSender(ingest.url, { backOffMinMs: 1 });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("{}"));
  await until(() => sender.counters.sent === 1);
  sender.offer(Buffer.from("{}"));
  await until(() => sender.counters.failed === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
});

test("attempts have an end", async () => {
  await using ingest = await startIngest((response) => response.writeHead(503).end());
  const sender = createHttpSender(ingest.url, { backOffMinMs: 1, attemptsMax: 3 });
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("{}"));
  await until(() => sender.counters.failed === 1);
  stop.abort();
  await running;
  expect(ingest.posts).toHaveLength(3);
});

test("an ingest that never answers doesn't hold up a stop", async () => {
  await using ingest = await startIngest(() => {});
  const sender = createHttpSender(ingest.url);
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  sender.offer(Buffer.from("{}"));
  await until(() => ingest.posts.length === 1);
  stop.abort();
  await running;
  expect(sender.counters).toEqual({ offered: 1, sent: 0, refused: 0, failed: 1 });
});
