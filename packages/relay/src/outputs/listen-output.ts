import type { Logger } from "@jetwire/runtime";
import { serveLines } from "./line-server.ts";
import type { OutputSender } from "./output-sender.ts";

/** Serves lines to programs that connect over TCP. Lines wait until one is connected. */
export async function listenOutput(
  address: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<OutputSender & { readonly port: number }> {
  const server = await serveLines(address, log);
  return {
    port: server.port,
    batchMax: { lines: 256, bytes: 262_144 },
    lingerMs: 0,
    async send({ lines }) {
      const text = lines.map((line) => (line === null ? "" : `${line.text}\n`)).join("");
      const clients = server.write(text);
      if (clients === 0) throw new Error("no program is connected");
      return { taken: lines.length, bytes: clients * Buffer.byteLength(text) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
