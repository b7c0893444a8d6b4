import { AppError, type Problem, problemAnswers } from "@jetwire/protocol";

export const requestIdHeader = "X-Request-Id";

/**
 * Converts a thrown value to an error for the client. A request that Express rejects becomes
 * `invalid_request`; any other error becomes `internal`, without details.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isRejectedRequest(error)) {
    return new AppError("invalid_request", "The request is malformed", { cause: error });
  }
  return new AppError("internal", "An internal error occurred", { cause: error });
}

/** Returns the problem details (RFC 9457) of an error. */
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

/** Errors of Express and its router about a request carry a status. */
function isRejectedRequest(error: unknown): boolean {
  return (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status >= 400 &&
    error.status < 500
  );
}
