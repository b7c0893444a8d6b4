import { type AddressInfo, createServer, type Socket } from "node:net";
import { type AddressSemaphore, type ListenAddress, pause } from "@jetwire/runtime";
import { createLines } from "../framing/lines.ts";
import type { Slices } from "../framing/slices.ts";
import { parseBytes } from "../framing/split-and-parse.ts";
import type { LineTarget } from "./line-target.ts";
import { listening } from "./listening.ts";

/** Peers that send no line within this time are scanners or configured incorrectly. */
const firstLineMs = 60_000;
/** Stations are silent at night. Dead peers are found sooner, by keep-alive. */
const idleMs = 3_600_000;
const keepAliveMs = 60_000;
/** Time that peers have to close their side when the listener closes. */
const closeMsMax = 500;
const resumeCheckMs = 20;
/** The fill of the queue above which TCP senders are paused. */
const pauseAboveFill = 0.5;

/** The parts that all connections share. */
export interface TcpTarget {
  readonly lines: LineTarget;
  readonly slices: Slices;
  readonly connections: AddressSemaphore;
}

/** Listens for newline-delimited JSON in any format. Senders get no answer. */
export async function listenTcp(
  address: ListenAddress,
  target: TcpTarget,
): Promise<AsyncDisposable & { readonly port: number }> {
  const peers = new Map<Socket, Promise<void>>();

  async function serve(socket: Socket): Promise<void> {
    const sender = socket.remoteAddress ?? "unknown";
    // Counts until all that was received is read, or a peer could leave work and connect again.
    using permit = target.connections.tryAcquire(sender);
    if (permit === null) socket.destroy();
    else await readPeer(socket, sender, target);
  }

  const server = createServer((socket) =>
    peers.set(
      socket,
      serve(socket).finally(() => peers.delete(socket)),
    ),
  );
  await listening(server, () => server.listen(address));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      const all = [...peers];
      // Most peers close their side then, and what they wrote before is read.
      for (const [socket] of all) socket.end();
      const served = Promise.all(all.map(([, one]) => one));
      await Promise.race([served, pause(closeMsMax)]);
      for (const [socket] of all) socket.destroy();
      await Promise.all([closed, served]);
    },
  };
}

/** Reads a connection to its end, and returns when everything received is offered. */
async function readPeer(socket: Socket, sender: string, target: TcpTarget): Promise<void> {
  const { lines: offered, slices } = target;
  const lines = createLines();
  let read = Promise.resolve();
  let sentLine = false;

  async function readChunk(chunk: Buffer): Promise<void> {
    const { complete, tooLong } = lines.push(chunk);
    for (const line of complete) {
      if (slices.isOver()) {
        socket.pause();
        await slices.next();
      }
      offered.offer(parseBytes(line), sender);
    }
    if (!sentLine && complete.length > 0) {
      sentLine = true;
      socket.setTimeout(idleMs);
    }
    if (tooLong !== null) {
      const detail = `no newline within ${tooLong.length} bytes`;
      const raw = tooLong.toString("latin1", 0, 256);
      offered.offer([{ raw, reason: "too-long", detail }], sender);
      socket.destroy();
    }
    while (offered.fill > pauseAboveFill && !socket.destroyed) {
      socket.pause();
      await pause(resumeCheckMs);
    }
    if (socket.isPaused()) socket.resume();
  }

  socket.setKeepAlive(true, keepAliveMs);
  socket.setTimeout(firstLineMs, () => socket.destroy());
  // Nothing follows a reset. A line that was cut off is counted on close.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    read = read.then(() => readChunk(chunk));
  });
  await new Promise((resolve) => socket.once("close", resolve));
  await read;
  const rest = lines.end();
  // The last line may be complete without its newline.
  if (rest !== null) offered.offer(parseBytes(rest), sender);
}
