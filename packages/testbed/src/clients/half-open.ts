import { connect, type Socket } from "node:net";

/** Connections of an attacker, with how many of them the server keeps open. */
export interface HalfOpen extends Disposable {
  readonly open: number;
}

/** Connections made at a time: a server's queue of new connections takes a few hundred. */
const atATime = 100;

/**
 * Opens connections from an address of loopback and sends a text on each. With a
 * request whose headers never end, each keeps a server waiting.
 *
 * @returns once each connection has been made
 */
export async function openHalfRequests(
  target: { readonly port: number; readonly from: string },
  count: number,
  text = "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
): Promise<HalfOpen> {
  const sockets = new Set<Socket>();
  async function open(): Promise<void> {
    const socket = connect({ host: "127.0.0.1", port: target.port, localAddress: target.from });
    await new Promise<void>((resolve) => {
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        resolve();
      });
      socket.once("connect", () => {
        sockets.add(socket);
        socket.write(text, () => resolve());
        socket.resume();
      });
    });
  }
  for (let made = 0; made < count; made += atATime) {
    await Promise.all(Array.from({ length: Math.min(atATime, count - made) }, open));
  }
  return {
    get open() {
      return sockets.size;
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
