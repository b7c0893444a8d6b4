import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type AddressPolicy, bareHost } from "@jetwire/auth";
import type { Dispatcher } from "undici";

const connectMsMax = 5_000;
const silenceMsMax = 10_000;
/** An attempt ends before another process may repeat it. */
const attemptMsMax = 15_000;
const answerBytesMax = 4_096;
const headerBytesMax = 16_384;
const waitSecondsMax = 3_600;

/** A request to a receiver that a user has chosen. */
export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether the operator has chosen the host, so that any address of it may be used. */
  readonly isOperators?: boolean;
}

/** The answer of a receiver. */
export interface DeliveryAnswer {
  readonly status: number;
  /** The beginning of its body. */
  readonly text: string;
  /** Seconds until the receiver wants the next request; 0 if it does not say. */
  readonly waitSeconds: number;
}

/** A request that was not sent, or got no answer. The message is for the user. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
}

/** Sends requests. @throws DeliveryError */
export type SendRequest = (request: DeliveryRequest) => Promise<DeliveryAnswer>;

interface SenderOptions {
  readonly policy: AddressPolicy;
  /** Returns the addresses of a host name; for tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** How long an attempt may take, ms; for tests. */
  readonly attemptMs?: number;
}

/**
 * Creates what sends requests to hosts that users choose. The host is resolved once, each of its addresses is checked, and
 * the connection is made to one that was checked, so that a name that gets another address meanwhile changes nothing.
 * Redirects are not followed, and proxies of the environment are not used.
 */
export function createSender({
  policy,
  resolve = resolveName,
  attemptMs = attemptMsMax,
}: SenderOptions): SendRequest {
  async function checkedAddresses(url: URL, isOperators: boolean): Promise<readonly string[]> {
    const host = bareHost(url.hostname);
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    const isAllowed =
      isOperators || addresses.every((address) => policy.isAllowedAddress(url, address));
    // Which of these it is would tell who asks about the names of a private network.
    if (addresses.length === 0 || !isAllowed) {
      throw new DeliveryError(
        "The host has no address, or one that is not of the public Internet.",
      );
    }
    return addresses;
  }

  return async ({ url: address, headers, body, isOperators = false }) => {
    if (!isOperators && !policy.isAllowedUrl(address)) {
      throw new DeliveryError("The address must be an https URL without a user name.");
    }
    const url = new URL(address);
    const addresses = await withinTime(checkedAddresses(url, isOperators));
    const { Agent, request } = await import("undici");
    const agent = new Agent({
      connections: 1,
      pipelining: 0,
      maxHeaderSize: headerBytesMax,
      connectTimeout: connectMsMax,
      headersTimeout: silenceMsMax,
      bodyTimeout: silenceMsMax,
      connect: {
        timeout: connectMsMax,
        // Called for names only: an address in a URL was checked above.
        lookup: (_host, _options, done) =>
          done(
            null,
            addresses.map((one) => ({ address: one, family: isIP(one) })),
          ),
      },
    });
    try {
      const {
        statusCode,
        headers: given,
        body: answer,
      } = await request(url, {
        dispatcher: agent,
        method: "POST",
        headers: { "user-agent": "Jetwire", ...headers },
        body,
        signal: AbortSignal.timeout(attemptMs),
      });
      const text = await beginningOf(answer);
      return { status: statusCode, text, waitSeconds: waitOf(given["retry-after"]) };
    } catch (error) {
      throw new DeliveryError(textOf(error), { cause: error });
    } finally {
      await agent.destroy().catch(() => {});
    }
  };
}

async function resolveName(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DeliveryError("The name of the host was not resolved in time.")),
    connectMsMax,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the beginning of an answer, and leaves the rest. */
async function beginningOf(answer: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= answerBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString("utf8");
}

/** Reads `Retry-After` in seconds; a date in it is not read. */
function waitOf(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header[0] : header;
  const seconds = Number(text ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), waitSecondsMax) : 0;
}

/** Says what went wrong, without addresses. */
function textOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (name === "TimeoutError" || String(code).includes("TIMEOUT"))
    return "The receiver did not answer in time.";
  if (code === "ECONNREFUSED") return "The receiver refused the connection.";
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(String(code))) {
    return `The receiver's certificate is not valid: ${String(code)}.`;
  }
  return `The connection failed${typeof code === "string" ? `: ${code}` : ""}.`;
}
