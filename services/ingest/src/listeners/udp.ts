import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { Logger } from "@jetwire/runtime";
import type { DatagramReassembler } from "../framing/datagram-reassembler.ts";
import type { Ingest } from "../ingest.ts";

/** Asked of the kernel so that a stall of ours costs nothing; the kernel gives what it allows. */
const receiveBufferBytes = 8 * 2 ** 20;
const expireEveryMs = 500;

export interface UdpListener extends AsyncDisposable {
  readonly port: number;
  readonly receiveBufferBytes: number;
}

/**
 * Listens for datagrams of any format. Nothing is ever answered: a service that answers spoofed
 * senders would be a reflector.
 */
export async function listenUdp(
  address: { host: string; port: number },
  reassembler: DatagramReassembler,
  ingest: Ingest,
  log: Logger,
): Promise<UdpListener> {
  const socket = createSocket({ type: isIPv6(address.host) ? "udp6" : "udp4", reusePort: false });
  socket.on("message", (bytes, { address: sender, port }) => {
    ingest.offer(reassembler.accept(`${sender} ${port}`, bytes, performance.now()), sender);
  });
  await bound(socket, address);
  socket.on("error", (error) => log.error({ err: error }, "udp socket failed"));
  setBuffer(socket, log);

  function giveUp(nowMs: number): void {
    for (const { sender, objects } of reassembler.expire(nowMs)) {
      ingest.offer(objects, sender.split(" ", 1)[0] ?? sender);
    }
  }
  const timer = setInterval(() => giveUp(performance.now()), expireEveryMs);
  return {
    port: socket.address().port,
    receiveBufferBytes: socket.getRecvBufferSize(),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await new Promise<void>((resolve) => socket.close(resolve));
      giveUp(Number.POSITIVE_INFINITY);
    },
  };
}

async function bound(socket: Socket, { host, port }: { host: string; port: number }) {
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.off("error", reject);
      resolve();
    });
  });
}

function setBuffer(socket: Socket, log: Logger): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch (error) {
    log.warn({ err: error }, "the kernel refuses a larger receive buffer");
  }
  const given = socket.getRecvBufferSize();
  if (given < receiveBufferBytes) {
    log.warn(
      { given, asked: receiveBufferBytes },
      "small udp receive buffer: raise net.core.rmem_max",
    );
  }
}
