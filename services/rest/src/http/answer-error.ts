import { randomUUID } from "node:crypto";
import { type ErrorCode, problemOf } from "@jetwire/protocol";
import { type Logger, requestIdHeader } from "@jetwire/runtime";
import type { ErrorRequestHandler, Response } from "express";
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

/** Answers every thrown error as a problem, and logs those that are not the client's fault. */
export function answerError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response: Response, _next) => {
    const error = toAppError(thrown);
    const requestId = response.get(requestIdHeader) ?? randomUUID();
    const problem = problemOf(error, requestId);
    if (problem.status >= 500) {
      log.error(
        { requestId, method: request.method, code: error.code, err: error.cause ?? error },
        "request failed",
      );
    }
    // Part of an answer was sent: cutting the connection shows that it is incomplete.
    if (response.headersSent) return void response.destroy(error);
    for (const [name, value] of Object.entries(headersByCode[error.code] ?? {})) {
      if (response.get(name) === undefined) response.set(name, value);
    }
    response.set("Cache-Control", "no-store");
    response.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
  };
}
