import { createSocket, type Socket } from "node:dgram";
import type { Sender } from "./sender.ts";

/** A longer object goes in pieces of this size, as relays cut it. */
const pieceBytesMax = 60_000;

/** A datagram a line, as decoders send. What the receiver or the way to it drops is not known. */
export async function openUdpSender(host: string, port: number): Promise<Sender> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  // Nobody listening shows itself as an error of a later send; each is counted there.
  socket.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.connect(port, host, () => {
      socket.off("error", reject);
      resolve();
    });
  });
  let sent = 0;
  return {
    batchMax: 64,
    async send(lines) {
      for (const line of lines) if (await sendLine(socket, line)) sent++;
    },
    async finish() {
      return { sent };
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}

async function sendLine(socket: Socket, line: Buffer): Promise<boolean> {
  for (let from = 0; from < line.length; from += pieceBytesMax) {
    const piece = line.subarray(from, from + pieceBytesMax);
    const failed = await new Promise<boolean>((resolve) => {
      socket.send(piece, (error) => resolve(error !== null));
    });
    if (failed) return false;
  }
  return true;
}
