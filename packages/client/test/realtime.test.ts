import { type EnrichedMessage, clientEvent, serverEvent } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ConnectionStatus, connectRealtime, type Realtime } from "../src/index.ts";
import { someEnrichedMessage } from "./messages.ts";
import { type StubGateway, startStubGateway } from "./stub-gateway.ts";

let gateway: StubGateway;
let realtime: Realtime | undefined;

beforeEach(async () => {
  gateway = await startStubGateway();
});
afterEach(async () => {
  await realtime?.close();
  await gateway[Symbol.asyncDispose]();
});

function statesOf({ onConnection }: Realtime): ConnectionStatus[] {
  const states: ConnectionStatus[] = [];
  onConnection((connection) => states.push(connection));
  return states;
}

test("the handshake contains the given credentials and nothing else", async () => {
  const { url, sockets } = gateway;
  realtime = connectRealtime({ url, apiKey: "jw_key", browserId: "b-1", token: undefined });
  await expect.poll(() => realtime?.connection.state).toBe("connected");
  expect(sockets[0]?.handshake.auth).toEqual({ apiKey: "jw_key", browserId: "b-1" });
  expect(sockets[0]?.conn.transport.name).toBe("websocket");
});

test("messages arrive after sniffing, at listeners that were not removed", async () => {
  realtime = connectRealtime(gateway);
  const received: EnrichedMessage[] = [];
  const unexpected: EnrichedMessage[] = [];
  realtime.on("message", (message) => received.push(message));
  realtime.on("message", (message) => unexpected.push(message))();
  await realtime.sniff().started;

  const message = someEnrichedMessage();
  gateway.sockets[0]?.emit(serverEvent.message, message);
  await expect.poll(() => received).toEqual([message]);
  expect(unexpected).toEqual([]);
});

test("a lost connection is restored with its subscriptions", async () => {
  const { asked, sockets } = gateway;
  realtime = connectRealtime(gateway);
  const states = statesOf(realtime);
  realtime.sniff({ recent: 5 });
  realtime.monitorStation(7);
  realtime.monitorStation(8);
  realtime.stopMonitoring(8);
  await expect.poll(() => asked.length).toBe(2);

  // As a gateway does that goes down in good order.
  sockets[0]?.conn.close();
  await expect.poll(() => asked.length).toBe(4);
  expect(asked).toEqual([
    [clientEvent.sniff, { recent: 5 }],
    [clientEvent.monitorStart, 7],
    [clientEvent.sniff, { recent: 5 }],
    [clientEvent.monitorStart, 7],
  ]);
  expect(states.map(({ state }) => state)).toEqual([
    "connecting",
    "connected",
    "waiting",
    "connecting",
    "connected",
  ]);
  expect(states[2]).toMatchObject({ cause: "lost", reason: "transport close" });

  realtime.stopSniffing();
  realtime.stopMonitoring(7);
  await expect
    .poll(() => asked.slice(4))
    .toEqual([[clientEvent.sniffStop], [clientEvent.monitorStop, 7]]);
});

test("a refusal ends the connection with the server's reason", async () => {
  gateway.isMute = true;
  gateway.io.on("connection", (socket) => {
    socket.emit(serverEvent.feedError, { message: "Invalid API key" });
    socket.disconnect(true);
  });
  realtime = connectRealtime({ url: gateway.url, apiKey: "wrong" });
  const events: unknown[] = statesOf(realtime);
  realtime.on("feed:error", (error) => events.push(error));
  const ended = { state: "ended", cause: "refused", reason: "Invalid API key" };
  expect(await realtime.ended).toEqual(ended);
  expect(events).toEqual([{ state: "connecting" }, { message: "Invalid API key" }, ended]);
  await expect(realtime.chat.markRead("u")).rejects.toMatchObject({ reason: "ended" });
});

test("a server that is temporarily unavailable is retried", async () => {
  gateway.isMute = true;
  gateway.io.once("connection", (socket) => {
    socket.emit(serverEvent.feedError, { message: "Service unavailable" });
    socket.conn.close();
    gateway.isMute = false;
  });
  realtime = connectRealtime({ url: gateway.url, apiKey: "jw_key" });
  const states = statesOf(realtime);
  await expect.poll(() => states.at(-1)?.state).toBe("connected");
  expect(states.map(({ state }) => state)).toEqual([
    "connecting",
    "waiting",
    "connecting",
    "connected",
  ]);
  expect(states[1]).toMatchObject({ cause: "lost", reason: "Service unavailable" });
});

test("an unreachable server is retried", async () => {
  await gateway[Symbol.asyncDispose]();
  realtime = connectRealtime(gateway);
  const states = statesOf(realtime);
  await expect.poll(() => states.map(({ state }) => state)).toContain("waiting");
  expect(states[1]).toMatchObject({
    cause: "lost",
    reason: expect.stringContaining("ECONNREFUSED"),
  });
  await realtime.close();
  expect(states.at(-1)).toEqual({ state: "ended", cause: "closed", reason: "closed" });
});

test("a listener that throws does not affect the others", async () => {
  const uncaught: unknown[] = [];
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => uncaught.push(error));
  try {
    realtime = connectRealtime(gateway);
    const received: unknown[] = [];
    realtime.on("message", () => {
      throw new Error("a mistake of the page");
    });
    realtime.on("message", (message) => received.push(message));
    await realtime.sniff().started;
    gateway.sockets[0]?.emit(serverEvent.message, someEnrichedMessage());
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(() => uncaught).toEqual([new Error("a mistake of the page")]);
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of listeners) process.on("uncaughtException", listener);
  }
});
