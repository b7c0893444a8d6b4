import { AppError, type Problem, problemAnswers } from "@jetwire/protocol";

/** Seconds after which to try again, where the refusal itself doesn't know better. */
export const unavailableRetrySeconds = 5;

/**
 * What a thrown error is to a client: our own as they are, a request that Express could not read as
 * invalid, anything else as `internal` without a word of why.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isRefusedRequest(error)) {
    return new AppError("invalid_request", "The request can't be read", { cause: error });
  }
  return new AppError("internal", "Something went wrong on our side", { cause: error });
}

/** The status and body (RFC 9457) of an error. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { status, title } = problemAnswers[error.code];
  return {
    type: "about:blank",
    title,
    status,
    detail: error.message,
    code: error.code,
    message: error.message,
    requestId,
    ...(error.errors.length > 0 && { errors: error.errors.map((part) => ({ ...part })) }),
  };
}

/** Errors that Express and its router make of a request carry a status of their own. */
function isRefusedRequest(error: unknown): boolean {
  return (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status >= 400 &&
    error.status < 500
  );
}
