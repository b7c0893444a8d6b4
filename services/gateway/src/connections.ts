import { cutOff, type Wire } from "./wire.ts";

/** The connections of this process, and the watch over those whose clients misbehave. */
export interface Connections {
  add(wire: Wire, address: string): void;
  /** How many there are from an address. */
  from(address: string): number;
  all(): Iterable<Wire>;
  /** Cuts off who hasn't read for too long; to be called every second or so. */
  sweep(nowMs: number): void;
}

interface Watch {
  /** The array of waiting packets as last seen: the same one later means that nothing was sent. */
  waiting: readonly unknown[];
  sinceMs: number;
}

const unreadMsMax = 20_000;
const waitingPacketsMax = 512;
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
  const byAddress = new Map<string, number>();

  function count(address: string, change: 1 | -1): void {
    const connected = (byAddress.get(address) ?? 0) + change;
    if (connected > 0) byAddress.set(address, connected);
    else byAddress.delete(address);
  }

  function end(wire: Wire, reason: "slow" | "flood"): void {
    cut(reason);
    cutOff(wire);
  }

  return {
    add(wire, address) {
      wires.set(wire, { waiting: wire.writeBuffer, sinceMs: now() });
      count(address, 1);
      wire.once("close", () => {
        if (wires.delete(wire)) count(address, -1);
      });
      const mayPass = packetBucket(now);
      wire.on("packet", () => {
        if (wire.readyState === "open" && !mayPass()) end(wire, "flood");
      });
    },
    from: (address) => byAddress.get(address) ?? 0,
    all: () => wires.keys(),
    sweep(nowMs) {
      for (const [wire, watch] of wires) {
        const { writeBuffer } = wire;
        if (writeBuffer.length === 0 || writeBuffer !== watch.waiting) {
          watch.waiting = writeBuffer;
          watch.sinceMs = nowMs;
        }
        const unread = nowMs - watch.sinceMs >= unreadMsMax;
        if (unread || writeBuffer.length > waitingPacketsMax) end(wire, "slow");
      }
    },
  };
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
