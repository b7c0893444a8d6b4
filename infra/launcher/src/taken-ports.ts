import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { LaunchError } from "./launch-error.ts";
import { poll } from "./supervision/poll.ts";

/** A port we are about to use, what for, and how to have another one. */
export interface WantedPort {
  readonly port: number;
  readonly protocol: "tcp" | "udp";
  readonly use: string;
  readonly remedy: string;
}

/**
 * Looks whether every port is free on loopback, before anything is started.
 *
 * @param patienceMs how long a port may take to become free.
 * @throws LaunchError naming the first that isn't.
 */
export async function expectFree(wanted: readonly WantedPort[], patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (const { port, protocol, use, remedy } of wanted) {
    const look = () => (protocol === "tcp" ? tcpFailure(port) : udpFailure(port));
    let failure = await look();
    const timeoutMs = until - performance.now();
    if (
      failure === null ||
      (await poll(async () => (failure = await look()) === null, { timeoutMs }))
    ) {
      continue;
    }
    const what = failure === "EADDRINUSE" ? "is taken" : `can't be used (${failure})`;
    throw new LaunchError(`port ${port}/${protocol} (${use}) ${what}: ${remedy}`);
  }
}

async function tcpFailure(port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    server.close();
  }
}

async function udpFailure(port: number): Promise<string | null> {
  const socket = createSocket("udp4");
  try {
    socket.bind(port, "127.0.0.1");
    await once(socket, "listening");
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    socket.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
