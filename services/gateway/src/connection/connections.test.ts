import { EventEmitter } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createConnections } from "./connections.ts";
import type { WebSocketConnection } from "./engine-connection.ts";

class FakeConnection extends EventEmitter implements WebSocketConnection {
  writeBuffer: unknown[] = [];
  readonly readyState = "open";
  readonly remoteAddress = "";
  readonly request = new IncomingMessage(new Socket());
  readonly transport = { socket: new EventEmitter() };
  write(): void {}
  close(): void {
    this.emit("close");
  }
}

function connectionsOf() {
  const state = { nowMs: 0, cut: [] as string[] };
  const connections = createConnections(
    () => state.nowMs,
    (reason) => state.cut.push(reason),
  );
  return { state, connections };
}

test("F-47: a connection whose packets wait unsent for twenty seconds is cut off; one that makes progress is not", () => {
  const { state, connections } = connectionsOf();
  const [stuck, slow] = [new FakeConnection(), new FakeConnection()];
  connections.add(stuck);
  connections.add(slow);
  stuck.writeBuffer.push("packet");
  for (let ms = 0; ms < 20_000; ms += 1_000) {
    slow.writeBuffer = ["packet"];
    connections.sweep(ms);
  }
  expect(state.cut).toEqual([]);
  slow.writeBuffer = ["packet"];
  connections.sweep(20_000);
  expect(state.cut).toEqual(["slow"]);
  expect([...connections.all()]).toEqual([slow]);
});

test("too many waiting packets are too many at once", () => {
  const { state, connections } = connectionsOf();
  const connection = new FakeConnection();
  connections.add(connection);
  connection.writeBuffer = Array.from({ length: 513 });
  connections.sweep(1_000);
  expect(state.cut).toEqual(["slow"]);
  expect([...connections.all()]).toEqual([]);
});

test("A-08: a flood of packets ends the connection, a busy client's don't", () => {
  const { state, connections } = connectionsOf();
  const [busy, flooding] = [new FakeConnection(), new FakeConnection()];
  connections.add(busy);
  connections.add(flooding);
  for (let i = 0; i < 200; i++) {
    state.nowMs = i * 50;
    busy.emit("packet");
  }
  expect(state.cut).toEqual([]);
  for (let i = 0; i < 60; i++) flooding.emit("packet");
  expect(state.cut).toEqual([]);
  flooding.emit("packet");
  expect(state.cut).toEqual(["flood"]);
});

test("A-08: pings and pongs of the WebSocket count like packets", () => {
  const { state, connections } = connectionsOf();
  for (const frame of ["ping", "pong"]) {
    const connection = new FakeConnection();
    connections.add(connection);
    for (let i = 0; i < 60; i++) connection.transport.socket.emit(frame);
    expect(state.cut).toEqual([]);
    connection.transport.socket.emit(frame);
    expect(state.cut.splice(0)).toEqual(["flood"]);
  }
});

test("A-08: an event that the gateway does not know counts twice", () => {
  const { state, connections } = connectionsOf();
  const connection = new FakeConnection();
  connections.add(connection);
  for (let i = 0; i < 30; i++) {
    connection.emit("packet");
    connections.charge(connection);
  }
  expect(state.cut).toEqual([]);
  connection.emit("packet");
  expect(state.cut).toEqual(["flood"]);
});
