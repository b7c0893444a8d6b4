import { randomUUID } from "node:crypto";
import type { AppError } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import type { ErrorRequestHandler } from "express";
import { challenge } from "../admission/authenticate.ts";
import { problemOf, toAppError, unavailableRetrySeconds } from "./problem.ts";

export const requestIdHeader = "X-Request-Id";

/** Answers everything that was thrown as a problem; what isn't the client's fault is logged. */
export function answerError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = toAppError(thrown);
    const requestId = response.get(requestIdHeader) ?? randomUUID();
    const problem = problemOf(error, requestId);
    if (problem.status >= 500) {
      log.error(
        { requestId, method: request.method, code: error.code, err: causeOf(error) },
        "request failed",
      );
    }
    // Too late for an answer: a cut connection tells that this one isn't whole.
    if (response.headersSent) return void response.destroy();
    if (error.code === "unauthorized") response.set("WWW-Authenticate", challenge);
    if (error.code === "unavailable") response.set("Retry-After", String(unavailableRetrySeconds));
    // Who was counted was told when; what else is limited is counted by the minute.
    if (error.code === "rate_limited" && response.get("Retry-After") === undefined) {
      response.set("Retry-After", "60");
    }
    // What is left of a body that is refused is not waited for.
    if (error.code === "payload_too_large") response.set("Connection", "close");
    response.set("Cache-Control", "no-store");
    response.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
  };
}

/** Only these members: an error of Postgres may carry rows, one of a parser its input. */
function causeOf({ cause }: AppError) {
  if (!(cause instanceof Error)) return { message: String(cause) };
  const code = "code" in cause ? String(cause.code) : undefined;
  return { type: cause.name, message: cause.message.slice(0, 300), code, stack: cause.stack };
}
