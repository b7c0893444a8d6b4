import type { EventEmitter } from "node:events";

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
