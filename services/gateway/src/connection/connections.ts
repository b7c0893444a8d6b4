import type { Socket } from "node:net";
import { cutOff, type Wire, type WireWithFrames } from "./engine-connection.ts";

/** The connections of this process, and the watch over those whose clients misbehave. */
export interface Connections {
  add(wire: WireWithFrames): void;
  /** Counts an event that nobody handles as another packet. */
  charge(wire: Wire): void;
  all(): Iterable<Wire>;
  /** Cuts off who hasn't read for too long; to be called every second or so. */
  sweep(nowMs: number): void;
}

interface Watch {
  /** The array of waiting packets as last seen: the same one later means that nothing was sent. */
  waiting: readonly unknown[];
  sinceMs: number;
  /** Whether one packet more is within what a client may send. */
  readonly mayPass: () => boolean;
}

const unreadMsMax = 20_000;
const waitingPacketsMax = 512;
/** Of what the TCP socket holds: a batch of a feed is less, also one of very long messages. */
const waitingBytesMax = 16 * 1024 * 1024;
const closingMsMax = 3_000;
const packetsPerSecond = 20;
const packetsBurst = 60;

/**
 * A client that never reads but goes on answering pings is never closed by the protocol: its
 * packets would pile up. And no honest client sends packets by the hundred.
 */
export function createConnections(
  now: () => number,
  cut: (reason: "slow" | "flood") => void,
): Connections {
  const wires = new Map<Wire, Watch>();
  function end(wire: Wire, reason: "slow" | "flood"): void {
    cut(reason);
    cutOff(wire);
  }

  function charge(wire: Wire): void {
    const watch = wires.get(wire);
    if (watch && wire.readyState === "open" && !watch.mayPass()) end(wire, "flood");
  }

  return {
    add(wire) {
      const watch = { waiting: wire.writeBuffer, sinceMs: now(), mayPass: packetBucket(now) };
      wires.set(wire, watch);
      wire.once("close", () => {
        wires.delete(wire);
        endSocket(wire.request.socket);
      });
      wire.on("packet", () => charge(wire));
      // Each ping is answered, whether or not the client reads what is answered.
      wire.transport.socket.on("ping", () => charge(wire));
      wire.transport.socket.on("pong", () => charge(wire));
    },
    charge,
    all: () => wires.keys(),
    sweep(nowMs) {
      for (const [wire, watch] of wires) {
        const { writeBuffer } = wire;
        const waitingBytes = wire.request.socket.writableLength;
        if (writeBuffer.length === 0 || writeBuffer !== watch.waiting) {
          watch.waiting = writeBuffer;
          watch.sinceMs = nowMs;
        }
        const unread = nowMs - watch.sinceMs >= unreadMsMax;
        const tooMuch = writeBuffer.length > waitingPacketsMax || waitingBytes > waitingBytesMax;
        if (unread || tooMuch) end(wire, "slow");
      }
    },
  };
}

/** A client that doesn't answer the closing of its connection would keep the socket for 30 s more. */
function endSocket(socket: Socket): void {
  if (!socket.destroyed) setTimeout(() => socket.destroy(), closingMsMax).unref();
}

/** A token bucket: `packetsPerSecond` on the long run, `packetsBurst` at once. */
function packetBucket(now: () => number): () => boolean {
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
