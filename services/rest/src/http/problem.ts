import { AppError } from "@jetwire/protocol";

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
