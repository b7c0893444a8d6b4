import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { IngestAnswer, Problem } from "@jetwire/protocol";
import { backOffMs, pause } from "@jetwire/runtime";
import { FeedError, type LineSender, type SenderOptions } from "./line-sender.ts";
import { joinLines } from "./lines.ts";

const backOffMsMax = 10_000;
const retryAfterMsMax = 60_000;
const retriedStatuses = new Set([429, 500, 502, 503, 504]);
const gzipped = promisify(gzip);

type PostResult =
  | { readonly status: "answered"; readonly answer: IngestAnswer | null }
  | { readonly status: "retry"; readonly afterMs: number | null; readonly reason: string };

/** Posts newline-delimited JSON, one post at a time, and repeats a post that ingest could not take. */
export function createHttpSender(url: URL, options: SenderOptions = {}): LineSender {
  const { attemptsMax = 10, requestMsMax = 30_000, backOffMsMin = 200 } = options;
  const encoding = options.gzip === true ? { "content-encoding": "gzip" } : {};
  const proof = options.stationKey === undefined ? {} : { "x-station-key": options.stationKey };
  const headers = { "content-type": "application/x-ndjson", ...encoding, ...proof };

  async function post(
    body: Uint8Array<ArrayBuffer>,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<PostResult> {
    const limit = AbortSignal.timeout(requestMsMax);
    const until = signal ? AbortSignal.any([signal, limit]) : limit;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, { method: "POST", headers, body, signal: until });
      text = await response.text();
    } catch (error) {
      return { status: "retry", afterMs: null, reason: networkError(error) };
    }
    if (response.ok) return { status: "answered", answer: read(IngestAnswer, text) };
    const problem = read(Problem, text);
    const reason = `${response.status} ${problem?.message ?? ""}`.trim();
    if (retriedStatuses.has(response.status)) {
      return { status: "retry", afterMs: retryAfterMs(response.headers), reason };
    }
    // Ingest refuses a post as a whole if it can read none of its lines.
    if (response.status === 400 && problem?.code === "invalid_request") {
      return { status: "answered", answer: { ...noneAccepted, rejected: count } };
    }
    throw new FeedError(`${url.href} answered ${reason}`);
  }

  return {
    batchMax: { lines: options.postLinesMax ?? 500, bytes: 512 * 1_024 },
    lingerMs: 40,
    async connect() {},
    async send(lines, signal) {
      const joined = joinLines(lines);
      const body = options.gzip === true ? await gzipped(joined) : joined;
      for (let attempt = 1; ; attempt++) {
        const result = await post(body, lines.length, signal);
        if (result.status === "answered") return { sent: lines.length, answer: result.answer };
        if (attempt >= attemptsMax || signal?.aborted) {
          throw new FeedError(`${url.host} took no post in ${attempt} attempts: ${result.reason}`);
        }
        await pause(result.afterMs ?? backOffMs(attempt, backOffMsMin, backOffMsMax), signal);
      }
    },
    async finish() {},
    async [Symbol.asyncDispose]() {},
  };
}

const noneAccepted = { accepted: 0, ignored: 0, limited: 0, items: [] };

function read<T>(
  schema: { safeParse(value: unknown): { data?: T | undefined } },
  text: string,
): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads `Retry-After` as seconds or an HTTP date; null when there is neither. */
function retryAfterMs(headers: Headers): number | null {
  const header = headers.get("retry-after");
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), retryAfterMsMax);
}

function networkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
