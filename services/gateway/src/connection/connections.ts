import type { Socket } from "node:net";
import { cutOff, type EngineConnection, type WebSocketConnection } from "./engine-connection.ts";

/**
 * All connections of this process. Cuts off clients that do not read or that flood: a client that
 * never reads but answers pings is never closed by the protocol, and its packets would pile up; no
 * honest client sends hundreds of packets.
 */
export type Connections = ReturnType<typeof createConnections>;

interface Watch {
  /** The waiting packets as last seen: if it is the same array later, none has been sent. */
  waiting: readonly unknown[];
  sinceMs: number;
  /** Takes one packet; false when the client has sent too many. */
  readonly takePacket: () => boolean;
}

const unreadMsMax = 20_000;
const waitingPacketsMax = 512;
/** Unsent bytes of the TCP socket; a batch of a feed is smaller, even of very long messages. */
const waitingBytesMax = 16 * 1024 * 1024;
const closingMsMax = 3_000;
const packetsPerSecond = 20;
const packetsBurst = 60;

/**
 * @param now monotonic, ms
 * @param onCut called before a connection is cut off
 */
export function createConnections(now: () => number, onCut: (reason: "slow" | "flood") => void) {
  const watches = new Map<EngineConnection, Watch>();

  function cut(connection: EngineConnection, reason: "slow" | "flood"): void {
    onCut(reason);
    cutOff(connection);
  }

  function charge(connection: EngineConnection): void {
    const watch = watches.get(connection);
    if (watch && connection.readyState === "open" && !watch.takePacket()) cut(connection, "flood");
  }

  return {
    add(connection: WebSocketConnection): void {
      const takePacket = createPacketBucket(now);
      watches.set(connection, { waiting: connection.writeBuffer, sinceMs: now(), takePacket });
      connection.once("close", () => {
        watches.delete(connection);
        destroyLater(connection.request.socket);
      });
      connection.on("packet", () => charge(connection));
      // Each ping is answered, whether or not the client reads the answer.
      connection.transport.socket.on("ping", () => charge(connection));
      connection.transport.socket.on("pong", () => charge(connection));
    },
    /** Counts an event that the gateway does not know as one more packet. */
    charge,
    all: (): Iterable<EngineConnection> => watches.keys(),
    /** Cuts off connections that have not been read from for too long; call it about every second. */
    sweep(nowMs: number): void {
      for (const [connection, watch] of watches) {
        const { writeBuffer } = connection;
        const waitingBytes = connection.request.socket.writableLength;
        if (writeBuffer.length === 0 || writeBuffer !== watch.waiting) {
          watch.waiting = writeBuffer;
          watch.sinceMs = nowMs;
        }
        const isUnread = nowMs - watch.sinceMs >= unreadMsMax;
        const isFull = writeBuffer.length > waitingPacketsMax || waitingBytes > waitingBytesMax;
        if (isUnread || isFull) cut(connection, "slow");
      }
    },
  };
}

/** Destroys the socket of a client that does not answer the closing handshake; `ws` waits 30 s. */
function destroyLater(socket: Socket): void {
  if (!socket.destroyed) setTimeout(() => socket.destroy(), closingMsMax).unref();
}

/** Returns a token bucket: `packetsPerSecond` in the long run, `packetsBurst` at once. */
function createPacketBucket(now: () => number): () => boolean {
  let tokens = packetsBurst;
  let lastMs = now();
  return () => {
    const nowMs = now();
    tokens = Math.min(packetsBurst, tokens + ((nowMs - lastMs) / 1_000) * packetsPerSecond);
    lastMs = nowMs;
    tokens -= 1;
    return tokens >= 0;
  };
}
