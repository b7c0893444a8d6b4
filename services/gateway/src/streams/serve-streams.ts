import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  AppError,
  type ErrorCode,
  type FieldError,
  problemOf,
  rateLimitExceeded,
  readStreamRequest,
  serviceUnavailable,
  streamPath,
  type StreamRequest,
  streamTypes,
} from "@jetwire/protocol";
import { type Logger, requestIdHeader } from "@jetwire/runtime";
import type { Connections } from "../connection/connections.ts";
import type { Figures } from "../connection/figures.ts";
import type { ConnectionAdmission } from "../handshake/admission.ts";
import {
  type CredentialCheckers,
  type CredentialResult,
  checkCredentials,
  type Credentials,
} from "../handshake/credentials.ts";
import type { AddressLimits } from "../limits/address-limits.ts";
import { type GatewayMetrics, kindOf } from "../metrics.ts";
import { HttpStream } from "./http-stream.ts";
import { readCredentials } from "./read-credentials.ts";
import { streamForms } from "./stream-form.ts";

/** Begins what a stream is of, once the stream is open. Rejects, or ends the stream, if that fails. */
export type BeginStream = (
  stream: HttpStream,
  asked: StreamRequest,
  credentials: Credentials,
) => Promise<void>;

export interface StreamOptions {
  readonly isPublic: boolean;
  readonly admission: ConnectionAdmission;
  readonly addresses: AddressLimits;
  readonly checkers: CredentialCheckers;
  /** Reserves connection slots of the accounts, for the time that the connection is open. Never rejects. */
  reserve(
    stream: { once: HttpStream["once"]; readyState: HttpStream["readyState"] },
    credentials: Credentials,
  ): Promise<Credentials>;
  readonly begin: BeginStream;
  readonly connections: Connections;
  readonly figures: Figures;
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
}

const corsHeaders = {
  "Access-Control-Allow-Methods": "GET",
  "Access-Control-Allow-Headers": "Authorization, X-API-Key, Last-Event-ID",
  "Access-Control-Max-Age": "600",
};
const refusals: Partial<Record<CredentialResult<unknown>["status"], readonly [ErrorCode, string]>> =
  {
    invalid: ["unauthorized", "The API key or the token is not valid"],
    "lacks-scope": ["forbidden", "The credential lacks the scope feed"],
    unavailable: ["unavailable", serviceUnavailable],
    "rate-limited": ["rate_limited", rateLimitExceeded],
    "over-limit": ["rate_limited", "Too many connections of this account"],
  };

/** Serves `GET /v1/stream`, by the rules of connections by Socket.IO. Other paths are answered with 404. */
export function createStreams(options: StreamOptions) {
  const { isPublic, admission, addresses, checkers, reserve, begin } = options;
  const { connections, figures, metrics, log } = options;
  const serving = new WeakSet<object>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? "/", "http://gateway");
    if (url?.pathname !== streamPath) {
      throw new AppError(
        "not_found",
        "This address serves Socket.IO over WebSocket, and /v1/stream",
      );
    }
    allowOrigin(request, response);
    if (request.method === "OPTIONS") {
      response.writeHead(204, corsHeaders).end();
      return;
    }
    if (request.method !== "GET") {
      response.setHeader("Allow", "GET, OPTIONS");
      throw new AppError("method_not_allowed", "Only GET is allowed");
    }
    const given = readCredentials(request);
    const hasCredential = given.apiKey !== undefined || given.token !== undefined;
    const lastEventId = request.headers["last-event-id"]?.toString();
    const asked = readStreamRequest(url.searchParams, hasCredential, lastEventId);
    if ("wrong" in asked) throw wrongParameters(asked.wrong);
    await admit(request, response);
    const checked = await checkCredentials({ ...handshake, ...given }, checkers, () =>
      addresses.beginAttempt(request),
    );
    const connection = connectionOf(request);
    const credentials = await reserve(connection, checked);
    refuseWrong(credentials, asked, isPublic);
    if (connection.readyState !== "open") return;
    await open(new HttpStream(request, response, formOf(asked, request)), asked, credentials);
  }

  async function open(
    stream: HttpStream,
    asked: StreamRequest,
    credentials: Credentials,
  ): Promise<void> {
    const kind = kindOf(credentials);
    metrics.sockets.inc({ kind });
    connections.add(stream);
    figures.connected();
    stream.once("close", () => {
      metrics.sockets.dec({ kind });
      connections.remove(stream);
      figures.closed(stream);
    });
    try {
      await begin(stream, asked, credentials);
    } catch (error) {
      log.warn({ err: error }, "a stream could not begin");
      stream.end(serviceUnavailable);
    }
  }

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = await admission.admit(request);
    if (result.admitted) return;
    const { reason, waitMs } = result;
    if (waitMs !== null) {
      response.setHeader("Retry-After", String(Math.max(1, Math.ceil(waitMs / 1_000))));
    }
    switch (reason) {
      case "origin":
        throw new AppError("forbidden", "Origin not allowed");
      case "blocked":
        throw new AppError("forbidden", "The operator has blocked your address");
      case "attempt-limit":
        throw new AppError("rate_limited", rateLimitExceeded);
      case "address-limit":
        throw new AppError("rate_limited", "Too many connections");
      case "draining":
      case "unavailable":
        throw new AppError("unavailable", serviceUnavailable);
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // Another request on the connection of a stream: honest clients wait for the end of a response.
    if (serving.has(socket)) {
      socket.destroy();
      return;
    }
    serving.add(socket);
    response.once("finish", () => serving.delete(socket));
    serve(request, response).catch((error: unknown) => refuse(response, error, log));
  };
}

function allowOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Vary", "Origin");
  // Whether the origin may connect is checked with the request itself; credentials are headers, never cookies.
  if (origin !== undefined) response.setHeader("Access-Control-Allow-Origin", origin);
}

const handshake = {
  browserId: "",
  after: undefined,
  assembled: false,
  heartbeat: false,
  feed: false,
} as const;

function connectionOf({ socket }: IncomingMessage) {
  return {
    once: (_event: "close", listener: () => void) => void socket.once("close", listener),
    get readyState() {
      return socket.destroyed ? ("closed" as const) : ("open" as const);
    },
  };
}

function formOf({ type }: StreamRequest, { headers }: IncomingMessage) {
  const wantsLines = headers.accept?.includes(streamTypes.ndjson) === true;
  return streamForms[type ?? (wantsLines ? "ndjson" : "sse")];
}

/** @throws AppError if a credential was refused, or the source needs one that is missing */
function refuseWrong(
  { account, session }: Credentials,
  { source }: StreamRequest,
  isPublic: boolean,
): void {
  const refusal = refusals[account.status] ?? refusals[session.status];
  if (refusal !== undefined) throw new AppError(...refusal);
  const isKnown = account.status === "valid" || session.status === "valid";
  if (!isKnown && (source !== "firehose" || !isPublic)) {
    const message = `source=${source} needs an API key: Authorization: Bearer <API key>`;
    throw new AppError("unauthorized", message);
  }
}

function wrongParameters(errors: readonly FieldError[]): AppError {
  const first = errors[0];
  return new AppError("invalid_request", `${first?.field}: ${first?.message}`, { errors });
}

function refuse(response: ServerResponse, thrown: unknown, log: Logger): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const isKnown = thrown instanceof AppError;
  if (!isKnown) log.error({ err: thrown }, "a stream failed");
  const error = isKnown ? thrown : new AppError("internal", "An internal error occurred");
  const requestId = randomUUID();
  const problem = problemOf(error, requestId);
  if (error.code === "unauthorized") {
    response.setHeader("WWW-Authenticate", 'Bearer realm="jetwire"');
  }
  response.writeHead(problem.status, {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    // What was reserved for the connection is released with it.
    Connection: "close",
    [requestIdHeader]: requestId,
  });
  response.end(`${JSON.stringify(problem)}\n`);
}
