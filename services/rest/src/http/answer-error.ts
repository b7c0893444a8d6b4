import { randomUUID } from "node:crypto";
import { type ErrorCode, problemOf } from "@jetwire/protocol";
import { type Logger, requestIdHeader } from "@jetwire/runtime";
import type { ErrorRequestHandler, Response } from "express";
import { isStatementTimeout } from "../database-reader.ts";
import { isLimitName } from "./observe-requests.ts";
import { toAppError } from "./problem.ts";

/** Default headers of errors, by code. */
const headersByCode: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  // One challenge (RFC 6750) for missing, unknown, revoked and expired credentials.
  unauthorized: { "WWW-Authenticate": 'Bearer realm="jetwire"' },
  unavailable: { "Retry-After": "5" },
  rate_limited: { "Retry-After": "60" },
  // The rest of the body is not read.
  payload_too_large: { Connection: "close" },
};

/** Answers every thrown error as a problem, and logs those that are faults: neither the client's, nor a limit. */
export function answerError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response: Response, _next) => {
    const error = toAppError(thrown);
    const requestId = response.get(requestIdHeader) ?? randomUUID();
    const problem = problemOf(error, requestId);
    const facts = { requestId, method: request.method, code: error.code };
    if (error.limit !== null) response.locals[isLimitName] = true;
    else if (isStatementTimeout(error.cause)) log.warn(facts, "a query took too long");
    else if (problem.status >= 500) {
      log.error({ ...facts, err: error.cause ?? error }, "request failed");
    }
    // Part of an answer was sent: cutting the connection shows that it is incomplete.
    if (response.headersSent) return void response.destroy(error);
    if (error.limit !== null) response.set("Retry-After", String(error.limit.retrySeconds));
    for (const [name, value] of Object.entries(headersByCode[error.code] ?? {})) {
      if (response.get(name) === undefined) response.set(name, value);
    }
    response.set("Cache-Control", "no-store");
    response.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
  };
}
