import { type AddressInfo, createServer, type Socket } from "node:net";
import { createKeyedSemaphore, createSemaphore, type Logger, type Permit } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import { createLines } from "../framing/lines.ts";
import { parseBytes } from "../framing/split-and-parse.ts";
import type { Ingest } from "../ingest.ts";
import { listening } from "./listening.ts";

/** Peers that send no line within this time are scanners or configured incorrectly. */
const firstLineMs = 60_000;
/** Stations are silent at night. Dead peers are found sooner, by keep-alive. */
const idleMs = 3_600_000;
const keepAliveMs = 60_000;
const resumeCheckMs = 20;
/** The fill of the queue above which TCP senders are paused. */
const pauseAboveFill = 0.5;

/** Limits connections over all TCP ports. */
export interface ConnectionLimits {
  /** Returns a permit for a connection, or null if there are too many in total or from the address. */
  tryAcquire(address: string): Permit | null;
}

export function createConnectionLimits(
  config: Pick<IngestConfig, "INGEST_CONNECTIONS_MAX" | "INGEST_CONNECTIONS_PER_ADDRESS_MAX">,
): ConnectionLimits {
  const total = createSemaphore(config.INGEST_CONNECTIONS_MAX);
  const byAddress = createKeyedSemaphore(config.INGEST_CONNECTIONS_PER_ADDRESS_MAX);
  return {
    tryAcquire(address) {
      using stack = new DisposableStack();
      const ofAddress = stack.use(byAddress.tryAcquire(address));
      const ofTotal = ofAddress && stack.use(total.tryAcquire());
      return ofTotal && stack.move();
    },
  };
}

/** Listens for newline-delimited JSON in any format. Senders get no answer. */
export async function listenTcp(
  address: { host: string; port: number },
  ingest: Ingest,
  limits: ConnectionLimits,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const sender = socket.remoteAddress ?? "unknown";
    const permit = limits.tryAcquire(sender);
    if (permit === null) {
      log.warn("tcp connection refused: too many connections");
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      permit[Symbol.dispose]();
    });
    readPeer(socket, sender, ingest);
  });
  await listening(server, () => server.listen(address.port, address.host));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function readPeer(socket: Socket, sender: string, ingest: Ingest): void {
  const lines = createLines();
  let sentLine = false;
  socket.setKeepAlive(true, keepAliveMs);
  socket.setTimeout(firstLineMs, () => socket.destroy());
  // Nothing follows a reset. A line that was cut off is counted on close.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const { complete, tooLong } = lines.push(chunk);
    for (const line of complete) ingest.offer(parseBytes(line), sender);
    if (!sentLine && complete.length > 0) {
      sentLine = true;
      socket.setTimeout(idleMs);
    }
    if (tooLong !== null) {
      const detail = `no newline within ${tooLong.length} bytes`;
      const raw = tooLong.toString("latin1", 0, 256);
      ingest.offer([{ raw, reason: "too-long", detail }], sender);
      socket.destroy();
    } else if (ingest.fill > pauseAboveFill) {
      pauseWhileFull(socket, ingest);
    }
  });
  socket.once("close", () => {
    const rest = lines.end();
    // The last line may be complete without its newline.
    if (rest !== null) ingest.offer(parseBytes(rest), sender);
  });
}

function pauseWhileFull(socket: Socket, ingest: Ingest): void {
  socket.pause();
  const timer = setInterval(() => {
    if (!socket.destroyed && ingest.fill > pauseAboveFill) return;
    clearInterval(timer);
    socket.resume();
  }, resumeCheckMs);
}
