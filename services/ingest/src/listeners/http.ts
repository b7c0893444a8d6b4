import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  AppError,
  type FieldError,
  type IngestAnswer,
  type IngestItem,
  problemOf,
  stationKeyPattern,
} from "@jetwire/protocol";
import {
  createClientAddress,
  createProxyTest,
  type HttpListener,
  limitConnections,
  type Logger,
  serveHttp,
} from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { AnsweredResult } from "../ingest.ts";
import type { Sender } from "../admission/admit.ts";
import { type HttpTarget, offerBody } from "./offer-body.ts";
import { refusalTexts } from "./refusals.ts";
import { receiveRelayed, relayBatchOf } from "./relayed.ts";

const ingestPath = "/v1/ingest";
const retrySeconds = 2;
const closeMsMax = 2_000;
/** The interval of time-out checks; Node's default, half a minute, is too long. */
const timeoutCheckMs = 1_000;
const mediaTypes = new Set([
  "application/json",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "text/plain",
  "application/octet-stream",
]);

/**
 * Serves `POST /v1/ingest`: one object, an array, NDJSON or a batch of a relay, optionally compressed. Answers 202 with a
 * result per item once the accepted ones are on disk, with the ids under which they can be read.
 */
export async function listenHttp(
  config: Pick<
    IngestConfig,
    "INGEST_HOST" | "INGEST_HTTP_PORT" | "INGEST_REUSE_PORTS" | "INGEST_TRUSTED_PROXIES"
  >,
  target: HttpTarget,
  log: Logger,
): Promise<HttpListener> {
  const clientAddress = createClientAddress(config.INGEST_TRUSTED_PROXIES);
  const server = createServer(
    { connectionsCheckingInterval: timeoutCheckMs },
    (request, response) => {
      const requestId = randomUUID();
      response.setHeader("x-request-id", requestId);
      answer(request, response, target, clientAddress(request)).catch((error: unknown) =>
        refuse(response, requestId, error, log),
      );
    },
  );
  server.headersTimeout = 5_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 64;
  limitConnections(server, {
    limits: target.connections,
    isShared: createProxyTest(config.INGEST_TRUSTED_PROXIES),
    server: "ingest",
    metrics: target.metrics,
  });
  const address = {
    host: config.INGEST_HOST,
    port: config.INGEST_HTTP_PORT,
    reusePort: config.INGEST_REUSE_PORTS,
  };
  return await serveHttp(server, address, closeMsMax);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  target: HttpTarget,
  address: string,
): Promise<void> {
  const { ingest } = target;
  checkRequest(request, response);
  const batch = relayBatchOf(request);
  const sender = { address, stationKeys: stationKeysOf(request) };
  if (ingest.isBlocked(address)) {
    ingest.limit("blocked");
    throw new AppError("forbidden", "The operator of this service has blocked your address");
  }
  if (!ingest.hasBudget(sender)) {
    ingest.limit("address-rate");
    throw new AppError("rate_limited", "Rate limit exceeded");
  }
  if (batch !== null) {
    const acknowledged = await admitBody(target, sender, () =>
      receiveRelayed(request, batch, target, sender),
    );
    return send(response, 202, "application/json", acknowledged);
  }
  const results = await admitBody(target, sender, async () =>
    Promise.all(await offerBody(request, target, sender)),
  );
  const summary = summarize(await Promise.all(results.map(toItem)));
  refuseWhole(summary);
  send(response, 202, "application/json", summary);
}

/**
 * Receives a body, and returns its results once what is accepted is on disk.
 *
 * @throws AppError `unavailable` if too many bodies are being received
 */
async function admitBody<Results>(
  target: HttpTarget,
  sender: Sender,
  receive: () => Promise<Results>,
): Promise<Results> {
  using permit = target.bodies.tryAcquire(sender.address);
  if (permit === null) {
    target.ingest.limit(target.bodies.isFull ? "bodies" : "address-bodies");
    throw new AppError("unavailable", "Too many bodies are being received; send this one later");
  }
  return await receive();
}

/** @throws AppError `not_found`, `method_not_allowed` or `unsupported_media_type`. */
function checkRequest(request: IncomingMessage, response: ServerResponse): void {
  if (request.url?.split("?", 1)[0] !== ingestPath) {
    throw new AppError("not_found", `This port serves only ${ingestPath}`);
  }
  if (request.method !== "POST") {
    response.setHeader("allow", "POST");
    throw new AppError("method_not_allowed", `${ingestPath} accepts only POST`);
  }
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !mediaTypes.has(type)) {
    throw new AppError(
      "unsupported_media_type",
      `Content-Type '${type}' is not supported; send application/json or application/x-ndjson`,
    );
  }
}

const stationKeyHeader = "x-station-key";

/** The station keys that a request may have: a relay sends messages of several stations. */
const stationKeysMax = 32;

/** @throws AppError `invalid_request` for a header that is no list of station keys */
function stationKeysOf({ headers }: IncomingMessage): readonly string[] {
  const header = headers[stationKeyHeader];
  if (header === undefined) return [];
  const keys = String(header).split(/\s*,\s*/, stationKeysMax + 1);
  if (keys.length <= stationKeysMax && keys.every((key) => stationKeyPattern.test(key))) {
    return keys;
  }
  throw new AppError(
    "invalid_request",
    "The header X-Station-Key is not a station key, or up to 32 of them with commas: copy it again, or issue a new one",
  );
}

async function toItem(result: AnsweredResult, index: number): Promise<IngestItem> {
  if (result.status !== "accepted") return { index, ...result };
  const id = await result.keptId;
  return { index, status: result.status, ...(id !== undefined && { id }) };
}

function summarize(items: IngestItem[]): IngestAnswer {
  const summary: IngestAnswer = { accepted: 0, ignored: 0, rejected: 0, limited: 0, items };
  for (const { status } of items) summary[status]++;
  return summary;
}

/** Answers a request of which nothing was accepted with an error, so that simple senders notice. */
function refuseWhole(summary: IngestAnswer): void {
  if (summary.accepted + summary.ignored > 0) return;
  const errors = summary.items.slice(0, 100).map(toFieldError);
  if (summary.limited === 0) {
    throw new AppError("invalid_request", "No object in the body could be read", { errors });
  }
  for (const [refused, message] of Object.entries(refusalTexts)) {
    if (summary.items.every(({ reason }) => reason === refused)) {
      throw new AppError("forbidden", message, { errors });
    }
  }
  const isOurs = summary.items.some(({ reason }) => reason !== undefined && ownReasons.has(reason));
  if (isOurs) throw new AppError("unavailable", "Messages cannot be accepted now", { errors });
  throw new AppError("rate_limited", "Rate limit exceeded", { errors });
}

/** Reasons that the sender cannot change. */
const ownReasons: ReadonlySet<string> = new Set([
  "overload",
  "journal-full",
  "journal-failed",
  "stations-unavailable",
]);

function toFieldError({ index, reason = "", detail }: IngestItem): FieldError {
  return { field: `items[${index}]`, message: detail ? `${reason}: ${detail}` : reason };
}

function refuse(response: ServerResponse, requestId: string, cause: unknown, log: Logger): void {
  if (response.headersSent || response.destroyed) return;
  const isKnown = cause instanceof AppError;
  if (!isKnown) log.error({ err: cause, requestId }, "request failed");
  const error = isKnown ? cause : new AppError("internal", "Internal error");
  const problem = problemOf(error, requestId);
  const { status } = problem;
  if (status === 429 || status === 503) response.setHeader("retry-after", String(retrySeconds));
  if (status === 413) response.setHeader("connection", "close");
  send(response, status, "application/problem+json", problem);
}

function send(response: ServerResponse, status: number, type: string, body: unknown): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}
