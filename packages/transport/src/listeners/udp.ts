import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { setImmediate as nextCycle } from "node:timers/promises";
import type { ListenAddress, Logger } from "@jetwire/runtime";
import { createDatagramReassembler } from "../framing/datagram-reassembler.ts";
import type { LineTarget } from "./line-target.ts";
import { listening } from "./listening.ts";

/** The receive buffer that is requested, so that a stall loses nothing. The kernel may limit it. */
const receiveBufferBytes = 8 * 2 ** 20;
const expireEveryMs = 500;
const discardPort = 9;
const drainMsMax = 1_000;

/**
 * Listens for datagrams in any format. Senders get no answer: a service that answers spoofed senders
 * would be a reflector.
 */
export async function listenUdp(
  address: ListenAddress,
  target: LineTarget,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const reassembler = createDatagramReassembler();
  const { host, port: wanted, reusePort = false } = address;
  const socket = createSocket({ type: isIPv6(host) ? "udp6" : "udp4", reusePort });
  let received = 0;
  let timer: NodeJS.Timeout | undefined;
  socket.on("message", (bytes, { address: sender, port }) => {
    received++;
    target.offer(reassembler.accept(`${sender} ${port}`, bytes, performance.now()), sender);
    // Most senders never split an object: without one nothing wakes the process.
    if (reassembler.isPending) timer ??= setTimeout(expirePending, expireEveryMs);
  });
  try {
    await listening(socket, () => socket.bind(wanted, host));
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.on("error", (error) => log.error({ err: error }, "udp socket failed"));
  setReceiveBuffer(socket, log);

  function expire(nowMs: number): void {
    for (const { sender, objects } of reassembler.expire(nowMs)) {
      target.offer(objects, sender.split(" ", 1)[0] ?? sender);
    }
  }
  function expirePending(): void {
    expire(performance.now());
    timer = reassembler.isPending ? setTimeout(expirePending, expireEveryMs) : undefined;
  }
  return {
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      await readRest(socket, () => received);
      clearTimeout(timer);
      await new Promise<void>((resolve) => socket.close(resolve));
      expire(Number.POSITIVE_INFINITY);
    },
  };
}

/**
 * Reads what the kernel has received already, and lets new datagrams go to other sockets on the port: a socket that is
 * connected gets those of its peer only, and nobody sends from the discard port of this host.
 */
async function readRest(socket: Socket, received: () => number): Promise<void> {
  const { address, family } = socket.address();
  const loopback = family === "IPv6" ? "::1" : "127.0.0.1";
  const isWildcard = address === "0.0.0.0" || address === "::";
  await new Promise((resolve) =>
    socket.connect(discardPort, isWildcard ? loopback : address, () => resolve(null)),
  );
  const deadline = performance.now() + drainMsMax;
  let before = -1;
  while (before !== received() && performance.now() < deadline) {
    before = received();
    // Each cycle of the event loop reads some.
    await nextCycle();
    await nextCycle();
  }
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
