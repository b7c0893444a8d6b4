import type { EventEmitter } from "node:events";
import { type Logger, pause } from "@jetwire/runtime";

/** The longest wait for ports that are in use. */
const freeMsMax = 10_000;
const retryMs = 200;

/** Starts a server or socket, and waits until it listens. @throws its error if it cannot. */
export async function listening(server: EventEmitter, start: () => unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    start();
  });
}

/**
 * Opens a listener, and tries again while its port is in use: by an outgoing connection of this host, or by the process
 * that this one replaces. Meanwhile the listeners before it receive.
 *
 * @throws the error of the system after ten seconds, or at once for another one.
 */
export async function onceFree<Listener>(
  open: () => Promise<Listener>,
  log: Logger,
): Promise<Listener> {
  const deadline = performance.now() + freeMsMax;
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      const isUsed = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isUsed || performance.now() >= deadline) throw error;
      if (attempt === 1) log.warn({ err: error }, "a port is in use, trying again");
      await pause(retryMs);
    }
  }
}
