import { once } from "node:events";
import { connect } from "node:net";
import { endpoint } from "@jetwire/protocol";
import { createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { z } from "zod";
import { createRequestMetrics } from "../src/http/request-metrics.ts";
import { type RestAnswer, route } from "../src/route.ts";
import { startApp } from "./app-under-test.ts";

const path = "/v1/answer";
const answered = endpoint({
  method: "GET",
  path,
  summary: "An answer",
  tag: "service",
  access: "open",
  answer: z.unknown(),
});

/** A service whose only answer is this one, with what it counts and traces. */
async function serve(answer: () => Promise<RestAnswer>) {
  const metrics = createMetrics({});
  const spans: string[] = [];
  const app = await startApp([route(answered, answer)], {
    metrics: createRequestMetrics(metrics),
    tracing: {
      request: () => ({ end: (name, status) => void spans.push(`${name} ${status}`) }),
    },
  });
  /** Returns the status of all requests, and how many of each class are in the times of requests. */
  async function counted() {
    const text = await metrics.text();
    const requests = text.matchAll(/requests_total\{route="(.*)",status="(\d+)"\} (\d+)/g);
    const times = text.matchAll(/seconds_count\{class="(...)"\} ([1-9]\d*)/g);
    return {
      requests: [...requests].map(([, name, status, count]) => `${name} ${status}: ${count}`),
      times: [...times].map(([, name, count]) => `${name}: ${count}`),
      spans,
    };
  }
  return Object.assign(app, { counted, ended: () => until("its end", () => spans.length > 0) });
}

async function* lines(count: number, error?: Error): AsyncGenerator<string> {
  for (let n = 0; n < count; n++) yield `{"n":${n},"noise":"${crypto.randomUUID()}"}\n`;
  if (error !== undefined) throw error;
}

const stream = (all: AsyncGenerator<string>) => ({ stream: all, type: "application/x-ndjson" });

/** A client that asks, and reads nothing. */
async function asker(port: number, encoding = "identity") {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
  return socket;
}

test("a complete answer is counted with its status and its time", async () => {
  await using served = await serve(async () => ({ body: {} }));
  await (await fetch(served.url + path)).text();
  await served.ended();
  expect(await served.counted()).toEqual({
    requests: [`${path} 200: 1`],
    times: ["2xx: 1"],
    spans: [`${path} 200`],
  });
});

test("a complete stream is counted, and is not in the times of requests", async () => {
  await using served = await serve(async () => stream(lines(10)));
  await (await fetch(served.url + path)).text();
  await served.ended();
  expect(await served.counted()).toEqual({
    requests: [`${path} 200: 1`],
    times: [],
    spans: [`${path} 200`],
  });
});

test("a client that leaves before its answer is counted as 499", async () => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await using served = await serve(async () => {
    asked.resolve();
    await left.promise;
    return { body: {} };
  });
  const socket = await asker(served.port);
  await asked.promise;
  socket.destroy();
  await served.ended();
  left.resolve();
  expect(await served.counted()).toEqual({
    requests: [`${path} 499: 1`],
    times: ["4xx: 1"],
    spans: [`${path} 499`],
  });
});

test.each(["identity", "gzip"])(
  "a client that leaves during a stream is counted as 499, and is no failure (%s)",
  async (encoding) => {
    await using served = await serve(async () => stream(lines(Number.POSITIVE_INFINITY)));
    const socket = await asker(served.port, encoding);
    await once(socket, "readable");
    socket.resetAndDestroy();
    await served.ended();
    expect(await served.counted()).toEqual({
      requests: [`${path} 499: 1`],
      times: [],
      spans: [`${path} 499`],
    });
  },
);

test.each(["identity", "gzip"])(
  "a stream that breaks is counted as a failure of the server (%s)",
  async (encoding) => {
    await using served = await serve(async () => stream(lines(100, new Error("broken"))));
    const socket = await asker(served.port, encoding);
    socket.resume();
    await once(socket, "close");
    await served.ended();
    expect(await served.counted()).toEqual({
      requests: [`${path} 500: 1`],
      times: ["5xx: 1"],
      spans: [`${path} 500`],
    });
  },
);
