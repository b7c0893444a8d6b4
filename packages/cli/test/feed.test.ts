import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FeedResult } from "../src/feed/feed.ts";
import { runJetwire } from "./run-jetwire.ts";

let folder: string;
let file: string;

/** Latin-1 bytes, a carriage return, an empty line, no line feed at the end. */
const content = Buffer.from('{"a":"caf\xe9"}\n{"b":1.50}\r\n\nnot json\n{"c":3}', "latin1");
const lines = ['{"a":"caf\xe9"}', '{"b":1.50}\r', "not json", '{"c":3}'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-feed-"));
  file = join(folder, "recorded.ndjson");
  await writeFile(file, content);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function feed(to: string, ...more: string[]) {
  const ran = await runJetwire(["feed", file, "--to", to, "--json", ...more]);
  return { ...ran, result: ran.json() as FeedResult };
}

test("UDP: a datagram a line, byte for byte and in order", async () => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const got: string[] = [];
  socket.on("message", (datagram) => got.push(datagram.toString("latin1")));
  const { code, result, stderr } = await feed(`udp://127.0.0.1:${socket.address().port}`);
  expect(result).toMatchObject({ lines: 4, sent: 4, bytes: content.length - 4 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  await expect.poll(() => got).toEqual(lines);
  socket.close();
});

test("a station key is sent in the ident over UDP, and requires it", async () => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const got: string[] = [];
  socket.on("message", (datagram) => got.push(datagram.toString("latin1")));
  const to = `udp://127.0.0.1:${socket.address().port}`;
  const key = "jws_5ZkQ0aXrB8mTqV2n4cHd1e";
  expect((await feed(to, "--station", "AB1", "--station-key", key)).code).toBe(0);
  await expect.poll(() => got[1]).toContain(`"station_id":"AB1~${key}"`);
  const without = await feed(to, "--station-key", key);
  expect(without.result).toMatchObject({ error: { code: "usage" } });
  const wrong = await feed(to, "--station", "AB1", "--station-key", "jws_short");
  expect(wrong.result).toMatchObject({ error: { code: "usage" } });
  socket.close();
});

test("UDP: goes no faster than its rate", async () => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { result } = await feed(`udp://127.0.0.1:${socket.address().port}`, "--rate", "20");
  expect(result.seconds).toBeGreaterThanOrEqual(0.14);
  socket.close();
});

test("TCP: the same bytes, a line each", async () => {
  const server = createTcpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const got = once(server, "connection").then(([socket]) => buffer(socket));
  const { port } = server.address() as AddressInfo;
  const { code, result } = await feed(`tcp://127.0.0.1:${port}`);
  expect(code).toBe(0);
  expect(result).toMatchObject({ lines: 4, sent: 4 });
  expect((await got).toString("latin1")).toBe(lines.map((line) => `${line}\n`).join(""));
  server.close();
});

test("TCP: nobody there, or one who hangs up, is an error", async () => {
  const ran = await runJetwire(["feed", file, "--to", "tcp://127.0.0.1:1", "--json"]);
  expect(ran.json()).toMatchObject({ error: { code: "unavailable" } });
  const server = createTcpServer((socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const to = `tcp://127.0.0.1:${port}`;
  const long = Array.from({ length: 50_000 }, (_, i) => `{"i":${i}}\n`).join("");
  const hungUp = await runJetwire(["feed", "-", "--to", to, "--json"], { stdin: long });
  expect(hungUp).toMatchObject({ code: 1 });
  server.close();
});

/** Answers the given answers in turn, the last one again and again. */
async function serve(...answers: ((response: ServerResponse, lines: string[]) => void)[]) {
  const posts: string[][] = [];
  async function answerPost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const post = (await buffer(request)).toString("latin1").split("\n").filter(Boolean);
    posts.push(post);
    answers[Math.min(posts.length, answers.length) - 1]?.(response, post);
  }
  const server = createHttpServer((request, response) => void answerPost(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ingest`;
  return {
    url,
    posts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function accept(response: ServerResponse, post: string[]): void {
  const items = post.map((_, index) => ({ index, status: "accepted" }));
  const counts = { accepted: post.length, ignored: 0, rejected: 0, limited: 0 };
  response.writeHead(202).end(JSON.stringify({ ...counts, items }));
}

function refuse(response: ServerResponse): void {
  const message = "No item could be read";
  const problem = { type: "about:blank", title: "Bad Request", status: 400, message };
  response.writeHead(400, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ ...problem, code: "invalid_request", requestId: "r" }));
}

describe("HTTP", () => {
  test("posts batches and sums up the answers", async () => {
    await using server = await serve(accept);
    const { code, result } = await feed(server.url, "--batch", "3");
    expect(code).toBe(0);
    expect(result).toMatchObject({ lines: 4, sent: 4, accepted: 4, rejected: 0 });
    expect(server.posts).toEqual([lines.slice(0, 3), lines.slice(3)]);
  });

  test("tries again when the receiver is busy or breaks off, and sends the same", async () => {
    await using server = await serve(
      (response) => response.writeHead(503, { "retry-after": "0" }).end(),
      (response) => response.writeHead(429, { "retry-after": "0" }).end(),
      (response) => response.destroy(),
      accept,
    );
    const { result } = await feed(server.url);
    expect(result).toMatchObject({ sent: 4, accepted: 4 });
    expect(server.posts).toEqual([lines, lines, lines, lines]);
  });

  test("gives up after ten tries", async () => {
    await using server = await serve((response) =>
      response.writeHead(503, { "retry-after": "0" }).end(),
    );
    const ran = await runJetwire(["feed", file, "--to", server.url, "--json"]);
    expect(ran.code).toBe(1);
    expect(ran.json()).toMatchObject({ error: { code: "unavailable" } });
    expect(server.posts).toHaveLength(10);
  });

  test("counts a batch of nothing but garbage as rejected and goes on", async () => {
    await using server = await serve(accept, refuse, accept);
    const { result } = await feed(server.url, "--batch", "2");
    expect(result).toMatchObject({ lines: 4, sent: 4, accepted: 2, rejected: 2 });
  });

  test("stops at an answer that trying again won't change", async () => {
    await using server = await serve((response) => response.writeHead(404).end());
    const ran = await runJetwire(["feed", file, "--to", server.url, "--json"]);
    expect(ran.code).toBe(1);
    expect(server.posts).toHaveLength(1);
  });
});
