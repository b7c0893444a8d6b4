import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { pause, withDeadline } from "@jetwire/runtime";
import { FeedError, type LineSender } from "./line-sender.ts";
import { joinLines } from "./lines.ts";

const connectMsMax = 5_000;
/** A target that reads nothing for this long counts as broken. */
const stalledMsMax = 60_000;
/** The least time between two connections, for a target that accepts and closes at once. */
const reconnectMs = 100;

/** Sends newline-delimited lines over one connection. Waiting for the kernel is the back-pressure. */
export function createTcpSender({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): LineSender {
  const name = `${host}:${port}`;
  let socket: Socket | undefined;
  let failure: Error | undefined;

  /** The open connection. @throws FeedError when it was closed. */
  function requireSocket(): Socket {
    if (socket && isUsable(socket)) return socket;
    throw broken(failure ?? new Error("the target closed the connection"));
  }

  function broken(cause: unknown): FeedError {
    return new FeedError(
      `the connection to ${name} broke: ${(failure ?? (cause as Error)).message}`,
      { cause },
    );
  }

  return {
    batchMax: { lines: 256, bytes: 65_536 },
    lingerMs: 0,
    async connect(signal) {
      if (socket && isUsable(socket)) return;
      if (socket) await pause(reconnectMs, signal);
      const opened = connect({ host, port, noDelay: true });
      failure = undefined;
      opened.on("error", (error) => (failure = error));
      // The target sends nothing; reading notices that it closes the connection.
      opened.resume();
      const limit = AbortSignal.timeout(connectMsMax);
      try {
        await once(opened, "connect", {
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
      } catch (cause) {
        opened.destroy();
        throw new FeedError(
          `could not connect to ${name}: ${(failure ?? (cause as Error)).message}`,
          { cause },
        );
      }
      socket = opened;
    },
    async send(lines, signal) {
      const open = requireSocket();
      const writing = new Promise<void>((resolve, reject) => {
        open.write(joinLines(lines), (error) => (error ? reject(error) : resolve()));
      });
      using _ = destroyOnAbort(open, signal);
      try {
        await withDeadline(writing, stalledMsMax, "writing");
      } catch (cause) {
        open.destroy();
        throw broken(cause);
      }
      return { sent: lines.length, answer: null };
    },
    async finish(signal) {
      const open = requireSocket();
      using _ = destroyOnAbort(open, signal);
      open.end();
      try {
        await withDeadline(once(open, "close"), stalledMsMax, "closing");
      } catch (cause) {
        throw broken(cause);
      }
    },
    async [Symbol.asyncDispose]() {
      socket?.destroy();
    },
  };
}

function isUsable(socket: Socket): boolean {
  return !socket.destroyed && !socket.readableEnded;
}

function destroyOnAbort(socket: Socket, signal: AbortSignal | undefined): Disposable {
  function destroy(): void {
    socket.destroy();
  }
  if (signal?.aborted) destroy();
  signal?.addEventListener("abort", destroy, { once: true });
  return { [Symbol.dispose]: () => signal?.removeEventListener("abort", destroy) };
}
