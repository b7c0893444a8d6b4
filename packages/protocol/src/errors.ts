/** The codes of errors. `rest/problem.ts` maps them to HTTP. */
export const errorCodes = [
  "invalid_request",
  "unauthorized",
  "forbidden",
  "sign_in_again",
  "not_found",
  "gone",
  "conflict",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "range_not_satisfiable",
  "rate_limited",
  "https_required",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** One invalid part of a request: where it is (`limit`, `items[3].label`) and what is wrong. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Says that a request was refused because it is one too many, and when to try again. */
export interface Limit {
  readonly retrySeconds: number;
}

/**
 * An error for a client. Its message contains nothing internal; the cause is logged for the operator. A limit is no fault:
 * it is not logged, and does not count as a failure.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly limit: Limit | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; errors?: readonly FieldError[]; limit?: Limit } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors ?? [];
    this.limit = options.limit ?? null;
  }
}
