import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { Logger } from "@jetwire/runtime";
import { createDatagramReassembler } from "../framing/datagram-reassembler.ts";
import type { Ingest } from "../ingest.ts";
import { listening } from "./listening.ts";

/** The receive buffer that is requested, so that a stall loses nothing. The kernel may limit it. */
const receiveBufferBytes = 8 * 2 ** 20;
const expireEveryMs = 500;

/**
 * Listens for datagrams in any format. Senders get no answer: a service that answers spoofed senders
 * would be a reflector.
 */
export async function listenUdp(
  address: { host: string; port: number },
  ingest: Ingest,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const reassembler = createDatagramReassembler();
  const socket = createSocket({ type: isIPv6(address.host) ? "udp6" : "udp4", reusePort: false });
  socket.on("message", (bytes, { address: sender, port }) => {
    ingest.offer(reassembler.accept(`${sender} ${port}`, bytes, performance.now()), sender);
  });
  await listening(socket, () => socket.bind(address.port, address.host));
  socket.on("error", (error) => log.error({ err: error }, "udp socket failed"));
  setReceiveBuffer(socket, log);

  function expire(nowMs: number): void {
    for (const { sender, objects } of reassembler.expire(nowMs)) {
      ingest.offer(objects, sender.split(" ", 1)[0] ?? sender);
    }
  }
  const timer = setInterval(() => expire(performance.now()), expireEveryMs);
  return {
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await new Promise<void>((resolve) => socket.close(resolve));
      expire(Number.POSITIVE_INFINITY);
    },
  };
}

function setReceiveBuffer(socket: Socket, log: Logger): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch (error) {
    log.warn({ err: error }, "the kernel refused a larger udp receive buffer");
  }
  const actual = socket.getRecvBufferSize();
  if (actual < receiveBufferBytes) {
    log.warn(
      { actual, requested: receiveBufferBytes },
      "udp receive buffer is small: increase net.core.rmem_max",
    );
  }
}
