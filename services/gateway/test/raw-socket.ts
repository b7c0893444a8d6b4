import { once } from "node:events";
import { connect, type Socket } from "node:net";

const upgrade =
  "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n" +
  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/** A TCP connection that is no client of anybody's yet. */
export async function openRaw(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Upgraded to WebSocket, and nothing more. */
export async function openUpgraded(port: number): Promise<Socket> {
  const socket = await openRaw(port);
  socket.write(upgrade);
  await once(socket, "data");
  return socket;
}

/** With a session, like a client that then misbehaves. */
export async function openSession(port: number): Promise<Socket> {
  const socket = await openUpgraded(port);
  socket.write(clientFrame("40"));
  await once(socket, "data");
  return socket;
}

/** A masked text frame of up to 125 bytes, as clients send. */
export function clientFrame(text: string): Buffer {
  const mask = Buffer.alloc(4);
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]);
}

/** Resolves to the ms until the other side ended it. */
export async function msUntilClosed(socket: Socket): Promise<number> {
  const startMs = performance.now();
  socket.resume();
  // Not by `once`: a reset is an end as well.
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return performance.now() - startMs;
}
