import { AppError, type ErrorCode, type Problem } from "@jetwire/protocol";

/** How each code is answered; the only place that knows. */
const answers: Readonly<Record<ErrorCode, { readonly status: number; readonly title: string }>> = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  https_required: { status: 403, title: "HTTPS required" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Service unavailable" },
};

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
  const { status, title } = answers[error.code];
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
