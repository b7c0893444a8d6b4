import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { SendQueue } from "./send-queue.ts";
import { DRAIN_MS } from "./sender.ts";
import type { Delivered, Sender } from "./sender.ts";
import type { HostPort } from "./target.ts";

/** Datagrams handed to the kernel at a time. */
const IN_FLIGHT_MAX = 64;

/** One datagram per item. Nobody answers: sent means that the kernel took it. */
export function createUdpSender(target: HostPort, options: { queueMax?: number } = {}): Sender {
  const queue = new SendQueue(options.queueMax ?? 10_000);
  const delivered: Delivered = { sent: 0, failed: 0 };

  async function run(signal: AbortSignal): Promise<void> {
    const socket = createSocket(isIPv6(target.host) ? "udp6" : "udp4");
    // An ICMP answer (nobody listens there) comes as an event; the send it spoils fails by itself.
    socket.on("error", () => {});
    socket.connect(target.port, target.host);
    await once(socket, "connect");
    try {
      await pump(socket, signal);
    } finally {
      socket.close();
    }
  }

  async function pump(socket: Socket, signal: AbortSignal): Promise<void> {
    let stopByMs = Infinity;
    for (;;) {
      if (signal.aborted) stopByMs = Math.min(stopByMs, performance.now() + DRAIN_MS);
      else await queue.filled(signal);
      const batch = queue.take({ items: IN_FLIGHT_MAX, bytes: Infinity });
      if (batch.length === 0 && signal.aborted) return;
      if (performance.now() > stopByMs) {
        delivered.failed += batch.length;
        continue;
      }
      const taken = await Promise.all(batch.map((bytes) => sendOne(socket, bytes)));
      for (const wasTaken of taken) delivered[wasTaken ? "sent" : "failed"] += 1;
    }
  }

  return {
    get counters() {
      return { offered: queue.offered, refused: queue.refused, ...delivered };
    },
    offer: (bytes) => queue.offer(bytes),
    room: (signal) => queue.room(signal),
    run,
  };
}

async function sendOne(socket: Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    socket.send(bytes, (error) => resolve(error === null));
  });
}
