import type { EngineConnection } from "./engine-connection.ts";

/**
 * All connections of this process. Cuts off clients that do not read or that flood: a client that
 * never reads but answers pings is never closed by the protocol, and its packets would pile up; no
 * honest client sends hundreds of packets.
 */
export type Connections = ReturnType<typeof createConnections>;

const unreadMsMax = 20_000;
const waitingPacketsMax = 512;
/** Unsent bytes of the TCP socket; a batch of a feed is smaller, even of very long messages. */
const waitingBytesMax = 16 * 1024 * 1024;
const packetsPerSecond = 20;
const packetsBurst = 60;

/** Watches whether a client reads, and how many packets it sends. */
class Watch {
  /** The waiting packets as last seen: if it is the same array later, none has been sent. */
  waiting: readonly unknown[];
  sinceMs: number;
  #tokens = packetsBurst;
  #lastMs: number;

  constructor(waiting: readonly unknown[], nowMs: number) {
    this.waiting = waiting;
    this.sinceMs = nowMs;
    this.#lastMs = nowMs;
  }

  /** Takes one packet; false when there are more than `packetsPerSecond`, after `packetsBurst` at once. */
  consumePacket(nowMs: number): boolean {
    const refill = ((nowMs - this.#lastMs) / 1_000) * packetsPerSecond;
    this.#tokens = Math.min(packetsBurst, this.#tokens + refill) - 1;
    this.#lastMs = nowMs;
    return this.#tokens >= 0;
  }
}

/**
 * @param now monotonic, ms
 * @param onCut called before a connection is cut off
 */
export function createConnections(now: () => number, onCut: (reason: "slow" | "flood") => void) {
  const watches = new Map<EngineConnection, Watch>();

  function cut(connection: EngineConnection, reason: "slow" | "flood"): void {
    onCut(reason);
    connection.cut();
  }

  return {
    add: (connection: EngineConnection): void =>
      void watches.set(connection, new Watch(connection.writeBuffer, now())),
    remove: (connection: EngineConnection): void => void watches.delete(connection),
    /** Counts a packet or a control frame; an event that the gateway does not know is one more. */
    charge(connection: EngineConnection): void {
      const watch = watches.get(connection);
      if (!watch || connection.readyState !== "open") return;
      if (!watch.consumePacket(now())) cut(connection, "flood");
    },
    all: (): Iterable<EngineConnection> => watches.keys(),
    /** Lets connections send pings, and cuts off those that have not been read from for too long; call it about every second. */
    sweep(nowMs: number): void {
      for (const [connection, watch] of watches) {
        connection.heartbeat(nowMs);
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
