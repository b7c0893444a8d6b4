import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startTcpProxy } from "@jetwire/testbed";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ConnectionStatus,
  connectRealtime,
  type Realtime,
  type RealtimeOptions,
} from "../src/index.ts";
import { type StubGateway, startStubGateway } from "./stub-gateway.ts";

const timeouts = { connectMs: 400, confirmMs: 300, silenceMs: 600 };

let gateway: StubGateway;
let realtime: Realtime | undefined;

beforeEach(async () => {
  gateway = await startStubGateway();
});
afterEach(async () => {
  await realtime?.close();
  await gateway[Symbol.asyncDispose]();
});

function connect(
  url: string,
  options: Partial<RealtimeOptions> = { timeouts },
): ConnectionStatus[] {
  realtime = connectRealtime({ url, ...options });
  const states: ConnectionStatus[] = [];
  realtime.onConnection((connection) => states.push(connection));
  return states;
}

/** Waits for such a state, because on a busy machine an attempt may fail for another reason first. */
async function expectStalled(states: readonly ConnectionStatus[], reason: string): Promise<void> {
  const stalled = { state: "waiting", cause: "stalled", reason };
  await expect.poll(() => states).toContainEqual(expect.objectContaining(stalled));
}

async function expectConnected(): Promise<void> {
  await expect.poll(() => realtime?.connection.state).toBe("connected");
}

test("a connection that falls silent without being closed is replaced", async () => {
  // Often enough that only a frozen connection is silent.
  gateway.io.engine.opts.pingInterval = 100;
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: gateway.port });
  const states = connect(`ws://127.0.0.1:${proxy.port}`);
  await realtime?.sniff().started;
  proxy.freeze();
  await expectStalled(states, "nothing received for 600 ms");
  // While it is frozen nobody answers the connections that follow either.
  await expectStalled(states, "no answer within 400 ms");
  await proxy.recover();
  await expectConnected();
  await expect.poll(() => gateway.asked).toEqual([["messages:sniff"], ["messages:sniff"]]);
});

test("a server that accepts connections and never answers is given up", async () => {
  const http = createServer();
  const silent = new Server(http, { transports: ["websocket"] });
  silent.use(() => {});
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const states = connect(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  await expectStalled(states, "no answer within 400 ms");
  await realtime?.close();
  await silent.close();
});

test("a server that does not confirm a credential is given up", async () => {
  gateway.isMute = true;
  const states = connect(gateway.url, { apiKey: "jw_key", timeouts });
  await expectStalled(states, "no credential confirmed within 300 ms");
  gateway.isMute = false;
  await expectConnected();
});

test("a server that does not answer a subscription is given up", async () => {
  gateway.isMute = true;
  const states = connect(gateway.url);
  const started = realtime?.sniff().started;
  await expectStalled(states, "messages:sniff: no answer within 300 ms");
  gateway.isMute = false;
  expect(await started).toEqual({});
});

test("unless configured, the server's own pings determine how long a silence may last", async () => {
  gateway.io.engine.opts.pingInterval = 200;
  gateway.io.engine.opts.pingTimeout = 200;
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: gateway.port });
  const states = connect(`ws://127.0.0.1:${proxy.port}`, {});
  await expectConnected();
  proxy.freeze();
  await expectStalled(states, "ping timeout");
});
