import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startTcpProxy } from "@jetwire/testbed";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, connectRealtime, type Realtime } from "../src/index.ts";
import { type StubGateway, startStubGateway } from "./stub-gateway.ts";

const patience = { connectMs: 400, confirmMs: 300, silentMs: 600 };

let gateway: StubGateway;
let realtime: Realtime | undefined;

beforeEach(async () => {
  gateway = await startStubGateway();
});
afterEach(async () => {
  await realtime?.close();
  await gateway[Symbol.asyncDispose]();
});

/** Gives the first state that is one of waiting. */
async function waiting(from: Realtime): Promise<Connection> {
  const { promise, resolve } = Promise.withResolvers<Connection>();
  from.onConnection((connection) => {
    if (connection.state === "waiting") resolve(connection);
  });
  return await promise;
}

async function expectConnected(): Promise<void> {
  await expect.poll(() => realtime?.connection.state, { timeout: 10_000 }).toBe("connected");
}

test("a connection that goes silent without being closed is given up, and another one made", async () => {
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: gateway.port });
  const url = `ws://127.0.0.1:${proxy.port}`;
  realtime = connectRealtime({ url, patience });
  await realtime.sniff().started;
  proxy.freeze();
  expect(await waiting(realtime)).toMatchObject({
    cause: "stalled",
    reason: "nothing heard for 600 ms",
  });
  // While it is frozen nobody answers those that follow either.
  const told: Connection[] = [];
  realtime.onConnection((connection) => told.push(connection));
  const unanswered = { cause: "stalled", reason: "no answer within 400 ms" };
  await expect
    .poll(() => told, { timeout: 10_000 })
    .toContainEqual(expect.objectContaining(unanswered));
  await proxy.recover();
  await expectConnected();
  await expect.poll(() => gateway.asked).toEqual([["messages:sniff"], ["messages:sniff"]]);
});

test("so is a server that takes connections and never greets", async () => {
  const http = createServer();
  const silent = new Server(http, { transports: ["websocket"] });
  silent.use(() => {});
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  realtime = connectRealtime({ url, patience });
  expect(await waiting(realtime)).toMatchObject({
    cause: "stalled",
    reason: "no answer within 400 ms",
  });
  await realtime.close();
  await silent.close();
});

test("and one that doesn't say whether a credential holds", async () => {
  gateway.isMute = true;
  realtime = connectRealtime({ url: gateway.url, apiKey: "jw_key", patience });
  expect(await waiting(realtime)).toMatchObject({
    cause: "stalled",
    reason: "no credential confirmed within 300 ms",
  });
  gateway.isMute = false;
  await expectConnected();
});

test("and one that doesn't answer a subscription", async () => {
  gateway.isMute = true;
  realtime = connectRealtime({ url: gateway.url, patience });
  const { started } = realtime.sniff();
  expect(await waiting(realtime)).toMatchObject({
    cause: "stalled",
    reason: "messages:sniff: no answer within 300 ms",
  });
  gateway.isMute = false;
  expect(await started).toEqual({});
});

test("without a word about it the server's own pings say how long is too long", async () => {
  gateway.io.engine.opts.pingInterval = 200;
  gateway.io.engine.opts.pingTimeout = 200;
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: gateway.port });
  realtime = connectRealtime({ url: `ws://127.0.0.1:${proxy.port}` });
  await expectConnected();
  proxy.freeze();
  expect(await waiting(realtime)).toMatchObject({ cause: "stalled", reason: "ping timeout" });
});
