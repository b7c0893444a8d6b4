import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  type ClientEvents,
  clientEvent,
  type EnrichedMessage,
  type ServerEvents,
  serverEvent,
} from "@jetwire/protocol";
import { Server, type Socket } from "socket.io";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectRealtime, type Realtime } from "../src/index.ts";
import { someEnrichedMessage } from "./messages.ts";

let server: Server<ClientEvents, ServerEvents>;
let url: string;
let sockets: Socket<ClientEvents, ServerEvents>[];
let asked: unknown[][];
let realtime: Realtime | undefined;

/** A gateway as far as a client sees it; without subscriptions nothing is sent. */
beforeEach(async () => {
  sockets = [];
  asked = [];
  const http = createServer();
  server = new Server(http, { transports: ["websocket"] });
  server.on("connection", (socket) => {
    sockets.push(socket);
    socket.onAny((event: string, ...args: unknown[]) => {
      asked.push([event, ...args.filter((arg) => typeof arg !== "function")]);
      if (event === clientEvent.sniff) socket.emit(serverEvent.sniffStarted, { browserId: "b" });
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  realtime?.close();
  await server.close();
});

test("credentials go in the handshake's auth, over a WebSocket, and only those there are", async () => {
  realtime = connectRealtime({ url, apiKey: "jw_key", browserId: "b-1", token: undefined });
  await expect.poll(() => sockets.length).toBe(1);
  expect(sockets[0]?.handshake.auth).toEqual({ apiKey: "jw_key", browserId: "b-1" });
  expect(sockets[0]?.conn.transport.name).toBe("websocket");
});

test("messages come after sniffing, to handlers that are still on", async () => {
  realtime = connectRealtime({ url });
  const heard: EnrichedMessage[] = [];
  const unheard: EnrichedMessage[] = [];
  realtime.on("message", (message) => heard.push(message));
  realtime.on("message", (message) => unheard.push(message))();
  const started = Promise.withResolvers<{ browserId: string }>();
  realtime.on(serverEvent.sniffStarted, started.resolve);
  realtime.sniff();
  expect(await started.promise).toEqual({ browserId: "b" });

  const message = someEnrichedMessage();
  sockets[0]?.emit(serverEvent.message, message);
  await expect.poll(() => heard).toEqual([message]);
  expect(unheard).toEqual([]);
});

test("a connection that is lost comes back with its subscriptions", async () => {
  realtime = connectRealtime({ url });
  const states: string[] = [];
  realtime.onConnection(({ state }) => states.push(state));
  realtime.sniff();
  realtime.monitorStation(7);
  realtime.monitorStation(8);
  realtime.stopMonitoring(8);
  await expect.poll(() => asked.length).toBe(2);

  sockets[0]?.conn.close();
  await expect.poll(() => asked.length).toBe(4);
  expect(asked).toEqual([
    [clientEvent.sniff],
    [clientEvent.monitorStart, 7],
    [clientEvent.sniff],
    [clientEvent.monitorStart, 7],
  ]);
  expect(states).toEqual(["connecting", "connected", "waiting", "connecting", "connected"]);

  realtime.stopSniffing();
  realtime.stopMonitoring(7);
  await expect
    .poll(() => asked.slice(4))
    .toEqual([[clientEvent.sniffStop], [clientEvent.monitorStop, 7]]);
});

test("a server that refuses is not asked again", async () => {
  server.on("connection", (socket) => {
    socket.emit(serverEvent.feedError, { message: "Invalid API key" });
    socket.disconnect(true);
  });
  realtime = connectRealtime({ url, apiKey: "wrong" });
  const told: unknown[] = [];
  realtime.on("feed:error", (error) => told.push(error));
  realtime.onConnection((connection) => told.push(connection));
  await expect.poll(() => told.at(-1)).toEqual({ state: "ended", reason: "io server disconnect" });
  expect(told).toContainEqual({ message: "Invalid API key" });
});

test("a server that isn't there is waited for", async () => {
  await server.close();
  realtime = connectRealtime({ url });
  const states: string[] = [];
  realtime.onConnection(({ state }) => states.push(state));
  await expect.poll(() => states).toContain("waiting");
  realtime.close();
  expect(states.at(-1)).toBe("ended");
});
