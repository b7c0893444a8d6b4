/** Every code an error of ours can carry; `rest/problem` and the gateway map them to their answers. */
export const errorCodes = [
  "invalid_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "gone",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "https_required",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** One part of a request that was wrong: where (`limit`, `items[3].label`) and what. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An error a client may be told: its message never names anything internal; the cause is the operator's. */
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
