import type { ErrorCode } from "../errors.ts";

/** How REST answers each code; the only place that knows. */
export const problemAnswers: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string }>
> = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  https_required: { status: 403, title: "HTTPS required" },
  not_found: { status: 404, title: "Not found" },
  gone: { status: 410, title: "Gone" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Service unavailable" },
};
