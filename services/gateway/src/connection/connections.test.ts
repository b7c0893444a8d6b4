import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createConnections } from "./connections.ts";
import type { EngineConnection } from "./engine-connection.ts";

class FakeConnection implements EngineConnection {
  writeBuffer: unknown[] = [];
  readonly readyState = "open";
  readonly remoteAddress = "";
  readonly request = new IncomingMessage(new Socket());
  onClose = (): void => {};
  write(): void {}
  once(): void {}
  heartbeat(): void {}
  close(): void {
    this.onClose();
  }
  cut(): void {
    this.onClose();
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
  stuck.onClose = () => connections.remove(stuck);
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
  connection.onClose = () => connections.remove(connection);
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
    connections.charge(busy);
  }
  expect(state.cut).toEqual([]);
  for (let i = 0; i < 60; i++) connections.charge(flooding);
  expect(state.cut).toEqual([]);
  connections.charge(flooding);
  expect(state.cut).toEqual(["flood"]);
});

test("A-08: packets that are charged twice count twice", () => {
  const { state, connections } = connectionsOf();
  const connection = new FakeConnection();
  connections.add(connection);
  for (let i = 0; i < 30; i++) {
    connections.charge(connection);
    connections.charge(connection);
  }
  expect(state.cut).toEqual([]);
  connections.charge(connection);
  expect(state.cut).toEqual(["flood"]);
});
