import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { AppError, endpoint } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { z } from "zod";
import { type RestRequest, route } from "../src/route.ts";
import { startApp } from "./app-under-test.ts";

const streaming = endpoint({
  method: "GET",
  path: "/v1/stream",
  summary: "A stream",
  tag: "service",
  access: "open",
  answer: z.unknown(),
});

/** A service whose only answer is this stream. */
async function serve(lines: (asked: RestRequest) => AsyncGenerator<string | Uint8Array>) {
  const state = { began: 0, made: 0, ended: 0 };
  async function* counted(asked: RestRequest) {
    state.began++;
    try {
      for await (const line of lines(asked)) {
        state.made++;
        yield line;
      }
    } finally {
      state.ended++;
    }
  }
  const app = await startApp([
    route(streaming, async (asked) => ({
      stream: counted(asked),
      type: "application/x-ndjson",
      headers: { "X-Kind": "test" },
    })),
  ]);
  return Object.assign(app, { state, stream: `${app.url}/v1/stream` });
}

test("a stream arrives complete, with its type and headers, plain and compressed", async () => {
  await using served = await serve(async function* lines() {
    for (let n = 0; n < 1_000; n++)
      yield n % 2 === 0 ? `{"n":${n}}\n` : Buffer.from(`{"n":${n}}\n`);
  });
  const expected = Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}\n`).join("");
  for (const encoding of ["identity", "gzip"]) {
    const response = await fetch(served.stream, { headers: { "accept-encoding": encoding } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
    expect(response.headers.get("x-kind")).toBe("test");
    expect(await response.text()).toBe(expected);
  }
  expect(served.state).toEqual({ began: 2, made: 2_000, ended: 2 });
});

test("HEAD gets the headers, and the stream is not started", async () => {
  await using served = await serve(async function* lines() {
    yield "x";
  });
  const response = await fetch(served.stream, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("x-kind")).toBe("test");
  expect(served.state.began).toBe(0);
});

test("an error before the first line is answered as a problem", async () => {
  await using served = await serve(async function* lines({ address }) {
    if (address !== "") throw new AppError("unavailable", "away");
    yield "";
  });
  const response = await fetch(served.stream);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "unavailable" });
});

test.each(["identity", "gzip"])("a later error cuts the connection (%s)", async (encoding) => {
  await using served = await serve(async function* lines() {
    for (let n = 0; n < 100; n++) yield `{"n":${n}}\n`;
    throw new Error("broken");
  });
  // Bytes that compression still buffers are never sent, and the connection may end before the headers.
  const reading = fetch(served.stream, { headers: { "accept-encoding": encoding } });
  await expect(reading.then((response) => response.text())).rejects.toThrow(/terminated|failed/);
  expect(served.state.ended).toBe(1);
});

test.each(["identity", "gzip"])(
  "a client that stops reading stops the stream, and one that goes ends it (%s)",
  async (encoding) => {
    await using served = await serve(async function* lines() {
      for (;;) yield noise(16_384);
    });
    const socket = connect(served.port, "127.0.0.1");
    await once(socket, "connect");
    socket.pause();
    socket.write(`GET /v1/stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    const stalledAt = await until("the stream to stall", async () => {
      const { made } = served.state;
      await pause(100);
      return made > 0 && served.state.made === made ? made : null;
    });
    // What the kernel and Node hold; without back-pressure it would grow without end.
    expect(stalledAt * 16_384).toBeLessThan(32 * 2 ** 20);
    expect(served.state.ended).toBe(0);
    socket.destroy();
    await until("the stream to end", () => served.state.ended === 1);
  },
);

test("lines of a slow compressed stream arrive before its end", async () => {
  const more = Promise.withResolvers<void>();
  await using served = await serve(async function* lines() {
    yield '{"n":1}\n';
    await more.promise;
    yield '{"n":2}\n';
  });
  const socket = connect(served.port, "127.0.0.1");
  socket.write("GET /v1/stream HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  const body = () => {
    const all = Buffer.concat(received);
    return all.subarray(all.indexOf("\r\n\r\n") + 4);
  };
  await until("the first line", () => body().length > 12);
  more.resolve();
  await once(socket, "close");
  expect(gunzipSync(body()).toString()).toBe('{"n":1}\n{"n":2}\n');
});

/** Returns bytes that cannot be compressed. */
function noise(length: number): Buffer {
  return crypto.getRandomValues(Buffer.alloc(length));
}
