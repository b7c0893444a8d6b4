import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { reasonOf } from "./failure.ts";
import type { Found, HttpAnswer } from "./public-facts.ts";

/** An address to ask, and how. */
export interface Asking {
  readonly url: URL;
  /** The address to connect to, so that it is the one that was looked at. */
  readonly address: string;
  readonly msMax: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is sent as JSON by POST. */
  readonly body?: string;
}

const bytesMax = 1_048_576;

/** Requests an address once, without following redirects. Never rejects. */
export async function askHttp(asking: Asking): Promise<Found<HttpAnswer>> {
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = openRequest(asking);
    request.on("response", resolve);
    request.on("error", reject);
    // A server that upgrades unasked is cut off: Node ends an upgrade that nobody listens for.
    request.end(asking.body);
    const response = await promise;
    const { statusCode = 0, headers } = response;
    return {
      value: {
        status: statusCode,
        location: headers.location ?? null,
        contentType: headers["content-type"] ?? "",
        body: await readBeginning(response),
      },
    };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** Opens a request, which ends by itself after its time. */
export function openRequest({ url, address, msMax, headers = {}, body }: Asking) {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const isEncrypted = url.protocol === "https:" || url.protocol === "wss:";
  const options = {
    host: address,
    port: Number(url.port || (isEncrypted ? 443 : 80)),
    path: `${url.pathname}${url.search}`,
    method: body === undefined ? "GET" : "POST",
    headers: {
      host: url.host,
      "user-agent": "jetwire-doctor",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    agent: false,
    signal: AbortSignal.timeout(msMax),
  };
  if (!isEncrypted) return requestHttp(options);
  // A refused certificate has a check of its own, and says nothing of what is behind it. Nothing secret is sent.
  const servername = isIP(name) === 0 ? name : "";
  return requestHttps({ ...options, servername, rejectUnauthorized: false });
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the response.
    if (bytes > bytesMax) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, bytesMax);
}
