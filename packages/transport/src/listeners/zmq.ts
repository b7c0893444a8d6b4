import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import {
  type AddressSemaphore,
  backOffMs,
  type ListenAddress,
  type Logger,
  pause,
} from "@jetwire/runtime";
import type { Slices } from "../framing/slices.ts";
import { parseBytes } from "../framing/split-and-parse.ts";
import type { LineTarget } from "./line-target.ts";
import { listening } from "./listening.ts";
import { createZmtpSubscriber } from "./zmtp.ts";

const keepAliveMs = 60_000;
const retryMsMin = 500;
const retryMsMax = 30_000;
/** The fill of the target above which publishers wait. */
const pauseAboveFill = 0.5;
const resumeCheckMs = 20;

/** Takes the messages of publishers. */
export interface ZmqTarget {
  readonly lines: LineTarget;
  readonly slices: Slices;
  readonly connections: AddressSemaphore;
}

/** Subscribes to a publisher that listens (`mode=server` of dumpvdl2 and dumphfdl), and connects again when that ends. */
export function subscribeZmq(
  { host, port }: ListenAddress,
  target: Pick<ZmqTarget, "lines" | "slices">,
  log: Logger,
): AsyncDisposable & { readonly port: number } {
  const stop = new AbortController();
  let socket: Socket | null = null;

  async function run(): Promise<void> {
    for (let attempt = 1; !stop.signal.aborted; attempt++) {
      const opened = connect({ host, port });
      socket = opened;
      const received = await readPublisher(opened, target, (problem) =>
        log.warn({ publisher: `${host}:${port}`, problem }, "a ZeroMQ publisher is not received"),
      );
      if (received) attempt = 0;
      await pause(backOffMs(attempt + 1, retryMsMin, retryMsMax), stop.signal);
    }
  }

  const running = run();
  return {
    port,
    async [Symbol.asyncDispose]() {
      stop.abort();
      socket?.destroy();
      await running;
    },
  };
}

/** Listens for publishers that connect (`mode=client`). */
export async function listenZmq(
  address: ListenAddress,
  target: ZmqTarget,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const peers = new Set<Socket>();

  async function serve(socket: Socket): Promise<void> {
    const publisher = socket.remoteAddress ?? "unknown";
    using permit = target.connections.tryAcquire(publisher);
    if (permit === null) return void socket.destroy();
    peers.add(socket);
    await readPublisher(socket, target, (problem) =>
      log.warn({ publisher, problem }, "a ZeroMQ publisher is not received"),
    );
    peers.delete(socket);
  }

  const server = createServer((socket) => void serve(socket));
  await listening(server, () => server.listen(address));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of peers) socket.destroy();
      await closed;
    },
  };
}

/**
 * Reads a publisher until its connection ends.
 *
 * @returns whether it has sent a message
 */
async function readPublisher(
  socket: Socket,
  { lines, slices }: Pick<ZmqTarget, "lines" | "slices">,
  onProblem: (text: string) => void,
): Promise<boolean> {
  const waiting: Buffer[] = [];
  let received = false;
  const push = createZmtpSubscriber(
    (bytes) => void socket.write(bytes),
    (frame) => waiting.push(frame),
  );

  async function readChunk(chunk: Buffer): Promise<void> {
    push(chunk);
    const sender = socket.remoteAddress ?? "unknown";
    for (const frame of waiting.splice(0)) {
      received = true;
      if (slices.isOver()) await slices.next();
      lines.offer(parseBytes(frame), sender);
    }
    while (lines.fill > pauseAboveFill && !socket.destroyed) await pause(resumeCheckMs);
  }

  socket.setKeepAlive(true, keepAliveMs);
  try {
    // The next chunk is read after the one before, so a full target slows the publisher down.
    for await (const chunk of socket as AsyncIterable<Buffer>) await readChunk(chunk);
  } catch (error) {
    onProblem(error instanceof Error ? error.message : String(error));
  }
  socket.destroy();
  return received;
}
