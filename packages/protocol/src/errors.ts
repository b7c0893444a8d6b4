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

/** An error for a client. Its message contains nothing internal; the cause is logged for the operator. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; errors?: readonly FieldError[] } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors ?? [];
  }
}
