import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AppError,
  type ErrorCode,
  type FieldError,
  type IngestAnswer,
  type IngestItem,
  type Problem,
} from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { decodeText } from "../framing/decode-text.ts";
import { splitAndParse } from "../framing/split-and-parse.ts";
import type { Ingest, IngestResult } from "../ingest.ts";
import { readBody } from "./request-body.ts";

const ingestPath = "/v1/ingest";
const itemsMax = 10_000;
const retrySeconds = 2;
const closeMsMax = 2_000;
/** How often requests are held against their time-outs; Node's own half a minute is too slow. */
const timeoutCheckMs = 1_000;
const mediaTypes = new Set([
  "application/json",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "text/plain",
  "application/octet-stream",
]);

/** The codes this listener answers with, as HTTP. */
const statuses: Partial<Record<ErrorCode, { status: number; title: string }>> = {
  invalid_request: { status: 400, title: "Bad Request" },
  not_found: { status: 404, title: "Not Found" },
  method_not_allowed: { status: 405, title: "Method Not Allowed" },
  payload_too_large: { status: 413, title: "Content Too Large" },
  unsupported_media_type: { status: 415, title: "Unsupported Media Type" },
  rate_limited: { status: 429, title: "Too Many Requests" },
  unavailable: { status: 503, title: "Service Unavailable" },
};

/**
 * `POST /v1/ingest`: one object, an array, or NDJSON; gzip is taken. Answers 202 with an outcome
 * per item once what was accepted is on disk here.
 */
export async function listenHttp(
  address: { host: string; port: number; trustedProxies: readonly string[] },
  ingest: Ingest,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer(
    { connectionsCheckingInterval: timeoutCheckMs },
    (request, response) => {
      const requestId = randomUUID();
      response.setHeader("x-request-id", requestId);
      answer(request, response, ingest, senderOf(request, address.trustedProxies)).catch(
        (error: unknown) => refuse(response, requestId, error, log),
      );
    },
  );
  server.headersTimeout = 5_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 64;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A request that only drips in would hold up the stop until its own time-out.
      const timer = setTimeout(() => server.closeAllConnections(), closeMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  ingest: Ingest,
  sender: string,
): Promise<void> {
  if (request.url?.split("?", 1)[0] !== ingestPath) {
    throw new AppError("not_found", `There is only ${ingestPath} here`);
  }
  if (request.method !== "POST") {
    response.setHeader("allow", "POST");
    throw new AppError("method_not_allowed", `${ingestPath} takes POST`);
  }
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !mediaTypes.has(type)) {
    throw new AppError("unsupported_media_type", `'${type}' is not taken; JSON and NDJSON are`);
  }
  const objects = splitAndParse(decodeText(await readBody(request)).text);
  if (objects.length === 0) throw new AppError("invalid_request", "The body holds no object");
  if (objects.length > itemsMax) {
    throw new AppError("payload_too_large", `A body may hold ${itemsMax} objects`);
  }
  const outcomes = await Promise.all(objects.map((object) => ingest.offerAndWait(object, sender)));
  const told = toAnswer(outcomes);
  refuseWhole(told);
  send(response, 202, "application/json", told);
}

function toAnswer(outcomes: readonly IngestResult[]): IngestAnswer {
  const told: IngestAnswer = { accepted: 0, ignored: 0, rejected: 0, limited: 0, items: [] };
  for (const [index, outcome] of outcomes.entries()) {
    told[outcome.status]++;
    told.items.push({ index, ...outcome });
  }
  return told;
}

/** A request of which nothing was taken is an error as a whole, so that simple senders notice. */
function refuseWhole(told: IngestAnswer): void {
  if (told.accepted + told.ignored > 0) return;
  const errors = told.items.slice(0, 100).map(toFieldError);
  if (told.limited === 0) {
    throw new AppError("invalid_request", "No item could be read", { errors });
  }
  const ours = told.items.some(({ reason }) => reason !== undefined && isOurs.has(reason));
  if (ours) throw new AppError("unavailable", "Nothing can be taken in now", { errors });
  throw new AppError("rate_limited", "Rate limit exceeded", { errors });
}

/** Reasons that are no fault of the sender's. */
const isOurs: ReadonlySet<string> = new Set([
  "overload",
  "journal-full",
  "journal-failed",
  "stations-unavailable",
]);

function toFieldError({ index, reason = "", detail }: IngestItem): FieldError {
  return { field: `items[${index}]`, message: detail ? `${reason}: ${detail}` : reason };
}

function refuse(response: ServerResponse, requestId: string, error: unknown, log: Logger): void {
  if (response.headersSent || response.destroyed) return;
  const known = error instanceof AppError ? statuses[error.code] : undefined;
  if (known === undefined) log.error({ err: error, requestId }, "request failed");
  const { status, title } = known ?? { status: 500, title: "Internal Server Error" };
  const told =
    error instanceof AppError && known ? error : new AppError("internal", "Internal error");
  if (status === 429 || status === 503) response.setHeader("retry-after", String(retrySeconds));
  if (status === 413) response.setHeader("connection", "close");
  const problem: Problem = {
    type: "about:blank",
    title,
    status,
    detail: told.message,
    code: told.code,
    message: told.message,
    requestId,
    ...(told.errors.length > 0 ? { errors: [...told.errors] } : {}),
  };
  send(response, status, "application/problem+json", problem);
}

function send(response: ServerResponse, status: number, type: string, body: unknown): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}

/** The sender's address: the connection's, or what a trusted proxy says it forwarded for. */
function senderOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const direct = request.socket.remoteAddress ?? "unknown";
  if (!trustedProxies.includes(direct)) return direct;
  const forwarded = request.headers["x-forwarded-for"];
  const last = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(",").at(-1)?.trim();
  return last || direct;
}
