/*
 * Connecting, connected, waiting: connecting ends in one of the others; connected ends in waiting
 * when the connection breaks; waiting, longer from one failure to the next, ends in connecting.
 * Told to stop, a connected sender empties its queue and hangs up; any other one gives up.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { backOffMs, pause } from "@jetwire/runtime";
import { joinLines } from "./lines.ts";
import { SendQueue } from "./send-queue.ts";
import { DRAIN_MS } from "./sender.ts";
import type { Delivered, Sender } from "./sender.ts";
import type { HostPort } from "./target.ts";

const BATCH = { items: 256, bytes: 65_536 };
const CONNECT_MS = 5_000;
const BACK_OFF_MIN_MS = 100;
const BACK_OFF_MAX_MS = 10_000;

/** Newline-delimited lines over one connection, made again whenever it breaks. */
export function createTcpSender(target: HostPort, options: { queueMax?: number } = {}): Sender {
  const queue = new SendQueue(options.queueMax ?? 10_000);
  const delivered: Delivered = { sent: 0, failed: 0 };

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const socket = await open(target, signal);
      if (socket === null) {
        failures += 1;
        await pause(backOffMs(failures, BACK_OFF_MIN_MS, BACK_OFF_MAX_MS), signal);
        continue;
      }
      failures = 0;
      await pump(socket, signal);
      // A target that accepts and hangs up at once isn't worth a busy loop.
      await pause(BACK_OFF_MIN_MS, signal);
    }
    delivered.failed += queue.take({ items: Infinity, bytes: Infinity }).length;
  }

  /** Writes until the connection is gone, or until it is told to stop and the queue is empty. */
  async function pump(socket: Socket, signal: AbortSignal): Promise<void> {
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    const wake = AbortSignal.any([signal, gone.signal]);
    let stopByMs = Infinity;
    while (!gone.signal.aborted && performance.now() < stopByMs) {
      await queue.filled(wake);
      if (signal.aborted) stopByMs = Math.min(stopByMs, performance.now() + DRAIN_MS);
      const batch = gone.signal.aborted ? [] : queue.take(BATCH);
      if (batch.length === 0 && signal.aborted) break;
      if (batch.length === 0) continue;
      const written = await write(socket, joinLines(batch), DRAIN_MS, signal);
      delivered[written ? "sent" : "failed"] += batch.length;
    }
    await hangUp(socket);
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

async function open(target: HostPort, signal: AbortSignal): Promise<Socket | null> {
  const socket = connect({ host: target.host, port: target.port, noDelay: true });
  // Every error is followed by "close", which is what the rest goes by.
  socket.on("error", () => {});
  // Nothing is expected back; what comes anyway must not fill a buffer.
  socket.resume();
  try {
    await once(socket, "connect", {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]),
    });
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
}

/** True once the kernel has taken it all; back-pressure is the wait. A target that reads no more is left on stop. */
async function write(
  socket: Socket,
  bytes: Buffer,
  graceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  function stop(): void {
    timer = setTimeout(() => socket.destroy(), graceMs);
  }
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise((resolve) => {
      socket.write(bytes, (error) => resolve(error === null || error === undefined));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(timer);
  }
}

async function hangUp(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const closed = once(socket, "close", { signal: AbortSignal.timeout(DRAIN_MS) });
  socket.end();
  await closed.catch(() => socket.destroy());
}
