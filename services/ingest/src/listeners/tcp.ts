import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Logger } from "@jetwire/runtime";
import { decodeText } from "../framing/decode-text.ts";
import { type ParsedObject, splitAndParse } from "../framing/split-and-parse.ts";
import type { Ingest } from "../ingest.ts";
import { createLines } from "../framing/lines.ts";

export interface TcpLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
}

/** A peer that has sent no line by then is a scanner or set up wrongly. */
const firstLineMs = 60_000;
/** Stations fall silent at night; a dead peer is noticed by keep-alive sooner. */
const idleMs = 3_600_000;
const keepAliveMs = 60_000;
const resumeCheckMs = 20;
/** Senders who can wait do so above this fill of the queue. */
const pauseAboveFill = 0.5;

/** Counts connections over all TCP ports. */
export interface Connections {
  readonly all: Set<Socket>;
  readonly byAddress: Map<string, number>;
}

/** Listens for newline-delimited JSON of any format. Nothing is ever answered. */
export async function listenTcp(
  address: { host: string; port: number },
  ingest: Ingest,
  connections: Connections,
  limits: TcpLimits,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const own = new Set<Socket>();
  const server = createServer((socket) => {
    const sender = socket.remoteAddress ?? "unknown";
    const fromSender = connections.byAddress.get(sender) ?? 0;
    const full = connections.all.size >= limits.connectionsMax;
    if (full || fromSender >= limits.connectionsPerAddressMax) {
      log.warn({ full, fromSender }, "tcp connection refused");
      socket.destroy();
      return;
    }
    own.add(socket);
    connections.all.add(socket);
    connections.byAddress.set(sender, fromSender + 1);
    socket.once("close", () => {
      own.delete(socket);
      connections.all.delete(socket);
      const left = (connections.byAddress.get(sender) ?? 1) - 1;
      if (left > 0) connections.byAddress.set(sender, left);
      else connections.byAddress.delete(sender);
    });
    readPeer(socket, sender, ingest);
  });
  await listening(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of own) socket.destroy();
      await closed;
    },
  };
}

function readPeer(socket: Socket, sender: string, ingest: Ingest): void {
  const lines = createLines();
  let sentLine = false;
  socket.setKeepAlive(true, keepAliveMs);
  socket.setTimeout(firstLineMs, () => socket.destroy());
  // A peer that resets has said all it will; what was cut off is counted when it closes.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const { complete, tooLong } = lines.push(chunk);
    for (const line of complete) ingest.offer(splitAndParse(decodeText(line).text), sender);
    if (!sentLine && complete.length > 0) {
      sentLine = true;
      socket.setTimeout(idleMs);
    }
    if (tooLong !== null) {
      ingest.offer([unread(tooLong, "too-long")], sender);
      socket.destroy();
    } else if (ingest.fill > pauseAboveFill) {
      pauseUntilRoom(socket, ingest);
    }
  });
  socket.once("close", () => {
    const rest = lines.end();
    // The last line may lack its newline and still be whole.
    if (rest !== null) ingest.offer(splitAndParse(decodeText(rest).text), sender);
  });
}

function unread(bytes: Buffer, reason: "too-long"): ParsedObject {
  const detail = `no newline within ${bytes.length} bytes`;
  return { raw: bytes.toString("latin1", 0, 256), reason, detail };
}

function pauseUntilRoom(socket: Socket, ingest: Ingest): void {
  socket.pause();
  const timer = setInterval(() => {
    if (!socket.destroyed && ingest.fill > pauseAboveFill) return;
    clearInterval(timer);
    socket.resume();
  }, resumeCheckMs);
}

async function listening(server: Server, { host, port }: { host: string; port: number }) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
