import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Answered, faultsOf } from "./document.ts";

/** Every answer of a server, held to the OpenAPI document. */
export interface WatchedTraffic extends Disposable {
  /** @throws Error that tells in what answers weren't as described */
  expectNoFaults(): void;
}

const channel = "http.server.request.start";
const faultsMax = 10;
/** Longer bodies are exports of a million rows and the like. */
const keptBytesMax = 4_000_000;

/**
 * Watches a server of this process. Every answer, to any client, is checked: it has to be as
 * the document says. Answers that were cut are no answers.
 */
export function watchTraffic(port: number): WatchedTraffic {
  const faults: string[] = [];

  function watch(message: unknown): void {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    if ((server.address() as AddressInfo | null)?.port !== port) return;
    const body = keepBody(response);
    response.once("finish", () => {
      if (faults.length < faultsMax) faults.push(...faultsOf(answered(request, response, body)));
    });
  }

  subscribe(channel, watch);
  return {
    expectNoFaults() {
      if (faults.length === 0) return;
      throw new Error(`Answers that aren't as the OpenAPI document says:\n${faults.join("\n")}`);
    },
    [Symbol.dispose]: () => void unsubscribe(channel, watch),
  };
}

interface KeptBody {
  chunks: Buffer[];
  bytes: number;
}

/** Records the body below compression, as it is sent. */
function keepBody(response: ServerResponse): KeptBody {
  const kept: KeptBody = { chunks: [], bytes: 0 };
  const { write, end } = response;
  function keep(chunk: unknown): void {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    kept.bytes += chunk.length;
    if (kept.bytes <= keptBytesMax) kept.chunks.push(Buffer.from(chunk));
    else kept.chunks = [];
  }
  Object.assign(response, {
    write(...given: unknown[]): unknown {
      keep(given[0]);
      return Reflect.apply(write, response, given);
    },
    end(...given: unknown[]): unknown {
      keep(given[0]);
      return Reflect.apply(end, response, given);
    },
  });
  return kept;
}

const unpackers: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

function answered(request: IncomingMessage, response: ServerResponse, kept: KeptBody): Answered {
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [
    name,
    value?.toString(),
  ]);
  const bytes = Buffer.concat(kept.chunks);
  const unpack = unpackers[String(response.getHeader("content-encoding"))] ?? ((packed) => packed);
  return {
    method: request.method ?? "",
    path: new URL(request.url ?? "", "http://server").pathname,
    status: response.statusCode,
    headers: Object.fromEntries(headers) as Answered["headers"],
    body: kept.bytes > keptBytesMax ? null : unpack(bytes).toString(),
  };
}
