import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { compileFilter, type FirehoseText, noCodes } from "@jetwire/protocol";
import type { Channels } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import type { EngineConnection, FrameOptions } from "../src/connection/engine-connection.ts";
import type { FilterOwner } from "../src/firehose/audience.ts";
import { Firehose, type FirehoseOptions, type SniffView } from "../src/firehose/firehose.ts";

/**
 * Makes a connection that keeps what is written to it.
 *
 * @param waiting packets that wait for the connection
 * @param unsent bytes that its TCP socket has not been able to send yet
 */
export function fakeConnection(waiting: number, unsent = 0) {
  const written: Buffer[] = [];
  const queued: Buffer[] = [];
  const socket = new Socket();
  socket.write = (frames) => written.push(frames as Buffer) > 0;
  Object.defineProperty(socket, "writableLength", { get: () => unsent });
  const connection: EngineConnection = {
    writeBuffer: Array.from({ length: waiting }),
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(socket),
    write: (_data: string, options: FrameOptions) => queued.push(options.wsPreEncodedFrame[0]),
    close: () => {},
    cut: () => {},
    once: () => {},
    heartbeat: () => {},
  };
  return { connection, written, queued };
}

const log = createLogger("test", "silent");

/** Makes a firehose whose ticks are published by the test. @param latest the messages that are recent when it opens */
export function firehoseOf(latest: readonly FirehoseText[] = [], pace?: FirehoseOptions["pace"]) {
  const listeners = new Set<(tick: Buffer) => void>();
  const store: FirehoseOptions["store"] = {
    subscribe(_channels, onTick) {
      listeners.add(onTick);
      const ready = Promise.resolve();
      return { ready, close: () => listeners.delete(onTick) };
    },
    recent: async () => latest.map(({ id, text }) => ({ id, text: Buffer.from(text) })),
  };
  const channels: Channels = {
    subscribe: () => {
      throw new Error("only the store subscribes");
    },
    caughtUp: () => Promise.resolve(),
    onReconnect: () => {},
  };
  const counted = { subscribers: 0 };
  const quota = {
    reserve: async () => ++counted.subscribers > 0,
    release: () => counted.subscribers--,
  };
  const metrics = createMetrics({});
  const firehose = new Firehose({ store, channels, quota, log, ...(pace && { pace }) }, metrics);
  const publish = (tick: string) => {
    for (const onTick of listeners) onTick(Buffer.from(tick));
  };
  return { firehose, listeners, publish, metrics, counted };
}

const account = { id: "account", isAnonymous: false };
export const all: SniffView = { filter: {}, fits: null, owner: account, begin: () => {} };

/** Returns the view of messages with a label. */
export function only(label: string, owner: FilterOwner = account): SniffView {
  const filter = { label: [label] };
  return { filter, fits: compileFilter(filter, noCodes), owner, begin: () => {} };
}

export const idOf = (n: number) => `0196f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const textOf = (n: number, label = "H1") => ({
  id: idOf(n),
  text: `{"id":"${idOf(n)}","label":"${label}"}`,
});

/** Makes a handler that keeps the ids of the recent messages that a connection gets as it joins. */
export function recordRecent() {
  const begun: string[][] = [];
  const begin: SniffView["begin"] = (recent) => begun.push(recent().map(({ id }) => id));
  return { begun, begin };
}
