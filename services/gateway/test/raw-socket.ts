import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { clientFrame } from "@jetwire/testbed";

/** A request to upgrade, with more headers or other parameters. */
export function upgradeRequest(headers: Record<string, string> = {}, query = ""): string {
  const all = {
    Host: "x",
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const first = `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1`;
  return [first, ...lines, "", ""].join("\r\n");
}

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
  socket.write(upgradeRequest());
  await readUntil(socket, '"sid"');
  return socket;
}

/** Opens a connection with a session, like a client that then misbehaves. */
export async function openSession(port: number): Promise<Socket> {
  const socket = await openUpgraded(port);
  socket.write(clientFrame("40"));
  await readUntil(socket, '40{"sid"');
  return socket;
}

/** Waits until the other side has sent a text, or has ended the connection. */
export async function readUntil(socket: Socket, something: string): Promise<void> {
  let text = "";
  while (!text.includes(something) && !socket.destroyed) {
    const bytes = await new Promise<Buffer | boolean>((resolve) => {
      socket.once("data", resolve);
      socket.once("close", resolve);
    });
    if (Buffer.isBuffer(bytes)) text += bytes.toString("latin1");
  }
}

/** Resolves to the ms until the other side ended it. */
export async function msUntilClosed(socket: Socket): Promise<number> {
  const startMs = performance.now();
  socket.resume();
  // Not by `once`: a reset is an end as well.
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return performance.now() - startMs;
}
