import { once } from "node:events";
import { connect } from "node:net";
import { withDeadline } from "@jetwire/runtime";
import { CliError } from "../cli-error.ts";
import type { Sender } from "./sender.ts";

const connectMsMax = 5_000;
/** A receiver that takes nothing for this long has stopped. */
const stalledMsMax = 60_000;

/**
 * Lines over one connection, as fast as the receiver takes them.
 *
 * @throws CliError when it can't be reached or breaks off.
 */
export async function openTcpSender(host: string, port: number): Promise<Sender> {
  const socket = connect({ host, port, noDelay: false });
  let failure: Error | undefined;
  socket.on("error", (error) => (failure = error));
  // The receiver says nothing; reading lets its end of the connection be noticed.
  socket.resume();
  await withDeadline(once(socket, "connect"), connectMsMax, `connecting to ${host}:${port}`).catch(
    (error: unknown) => {
      socket.destroy();
      throw new CliError("unavailable", `nothing takes lines at ${host}:${port}`, { cause: error });
    },
  );
  let sent = 0;

  function broken(): CliError {
    const why = failure?.message ?? "it closed the connection";
    return new CliError("unavailable", `${host}:${port} broke off after ${sent} lines: ${why}`);
  }

  return {
    batchMax: 256,
    async send(lines) {
      if (socket.destroyed || socket.readableEnded) throw broken();
      const bytes = Buffer.concat(lines.flatMap((line) => [line, lineFeed]));
      if (!socket.write(bytes)) await drained();
      sent += lines.length;
    },
    async finish() {
      if (socket.destroyed || socket.readableEnded) throw broken();
      socket.end();
      if (!socket.closed) await withDeadline(once(socket, "close"), stalledMsMax, "closing");
      if (failure) throw broken();
      return { sent };
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };

  async function drained(): Promise<void> {
    const either = new AbortController();
    const { signal } = either;
    try {
      const drain = once(socket, "drain", { signal });
      const close = once(socket, "close", { signal }).then(() => Promise.reject(broken()));
      await withDeadline(Promise.race([drain, close]), stalledMsMax, "the receiver took nothing");
    } finally {
      either.abort();
    }
  }
}

const lineFeed = Buffer.from("\n");
