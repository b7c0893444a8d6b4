import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { FeedError, type LineSender, type SenderOptions } from "./line-sender.ts";

/** Sends one datagram per line. There is no answer: `sent` counts what the kernel took. */
export function createUdpSender(
  { host, port }: { readonly host: string; readonly port: number },
  { datagramBytesMax = Infinity }: SenderOptions = {},
): LineSender {
  let socket: Socket | undefined;

  async function close(): Promise<void> {
    const closing = socket;
    socket = undefined;
    if (closing) await new Promise<void>((resolve) => closing.close(resolve));
  }

  return {
    batchMax: { lines: 64, bytes: Infinity },
    lingerMs: 0,
    async connect() {
      if (socket) return;
      const opened = createSocket(isIPv6(host) ? "udp6" : "udp4");
      // An ICMP error (nothing listens there) arrives as an event; the send that it spoils fails by itself.
      opened.on("error", () => {});
      opened.connect(port, host);
      try {
        await once(opened, "connect");
      } catch (cause) {
        opened.close();
        throw new FeedError(`could not resolve ${host}`, { cause });
      }
      socket = opened;
    },
    async send(lines) {
      const open = socket;
      if (!open) throw new FeedError(`not connected to ${host}:${port}`);
      const results = await Promise.all(
        lines.map((line) => sendLine(open, line, datagramBytesMax)),
      );
      return { sent: results.filter(Boolean).length, answer: null };
    },
    finish: close,
    [Symbol.asyncDispose]: close,
  };
}

async function sendLine(socket: Socket, line: Buffer, bytesMax: number): Promise<boolean> {
  if (line.length <= bytesMax) return await sendDatagram(socket, line);
  for (let from = 0; from < line.length; from += bytesMax) {
    if (!(await sendDatagram(socket, line.subarray(from, from + bytesMax)))) return false;
  }
  return true;
}

async function sendDatagram(socket: Socket, bytes: Buffer): Promise<boolean> {
  return await new Promise((resolve) => {
    socket.send(bytes, (error) => resolve(error === null));
  });
}
