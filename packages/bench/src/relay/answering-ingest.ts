import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { RelayAnswer } from "@jetwire/protocol";
import { dictionaries, dictionaryHeader, readRelayedLines } from "@jetwire/transport";

const decompressed = promisify(zstdDecompress);

/**
 * Takes everything that a relay sends, and counts its bytes with the heads of requests.
 *
 * @param ownPort the port to listen on; a free one by default
 * @param onLine receives each line
 */
export async function startAnsweringIngest(ownPort = 0, onLine: (text: string) => void = () => {}) {
  const sockets = new Set<Socket>();
  let lines = 0;
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readLines(request);
    for (const { text } of received) onLine(text);
    const count = received.length;
    lines += count;
    const taken: RelayAnswer = {
      acknowledged: count,
      repeated: 0,
      accepted: count,
      ignored: 0,
      rejected: 0,
      refused: {},
    };
    response.writeHead(202, { "content-type": "application/json" });
    response.end(JSON.stringify(taken));
  }
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(ownPort, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/ingest`,
    get lines() {
      return lines;
    },
    get bytes() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readLines(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const dictionary = dictionaries.get(String(request.headers[dictionaryHeader]));
  const body = await decompressed(Buffer.concat(chunks), dictionary ? { dictionary } : {});
  const read = readRelayedLines(body.toString());
  return "lines" in read ? read.lines : [];
}
