import { z } from "zod";
import { type AppError, type ErrorCode, errorCodes } from "../errors.ts";

/** The body of every HTTP error: problem details (RFC 9457) with our code and the request's id. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.enum(errorCodes),
  message: z.string(),
  requestId: z.string(),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The HTTP status and title of each error code. */
export const problemStatuses: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string }>
> = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  sign_in_again: { status: 403, title: "Sign in again" },
  https_required: { status: 403, title: "HTTPS required" },
  not_found: { status: 404, title: "Not found" },
  conflict: { status: 409, title: "Conflict" },
  gone: { status: 410, title: "Gone" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  range_not_satisfiable: { status: 416, title: "Range not satisfiable" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Service unavailable" },
};

/** Returns the problem details of an error. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { status, title } = problemStatuses[error.code];
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
