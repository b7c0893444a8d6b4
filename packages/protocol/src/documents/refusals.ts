import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader } from "../rest/answer-headers.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { problemStatuses } from "../rest/problem.ts";
import type { JsonObject } from "./json-schemas.ts";

/**
 * The errors of any request, and of any request with a credential. `forbidden` is also the answer to an
 * address that the operator has blocked.
 */
const everywhere: readonly ErrorCode[] = [
  "invalid_request",
  "forbidden",
  "https_required",
  "internal",
];
const withCredential: readonly ErrorCode[] = ["unauthorized", "rate_limited", "unavailable"];

/** Returns the errors of an endpoint by status; the `code` of the body distinguishes those that share one. */
export function refusalsOf(endpoint: Endpoint): Readonly<Record<string, readonly ErrorCode[]>> {
  const { access, refusals, params, ranged } = endpoint;
  const hasParams = !params.safeParse({}).success;
  const codes = new Set<ErrorCode>([
    ...everywhere,
    ...refusals,
    ...(access === "open" ? [] : withCredential),
    ...(hasParams ? (["not_found"] as const) : []),
    ...(ranged ? (["range_not_satisfiable"] as const) : []),
    ...(takesBody(endpoint) ? (["payload_too_large", "unsupported_media_type"] as const) : []),
  ]);
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of [...codes].toSorted())
    (byStatus[problemStatuses[code].status] ??= []).push(code);
  return byStatus;
}

export function takesBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined);
}

const headersByStatus: Readonly<Record<number, readonly AnswerHeader[]>> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  416: ["Content-Range"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** The answer of a status, with the codes that it may have. */
export function refusalOf(codes: readonly ErrorCode[]): JsonObject {
  const [{ status } = { status: 500 }, ...more] = codes.map((code) => problemStatuses[code]);
  if (more.some((other) => other.status !== status))
    throw new Error(`${codes.join()} differ in status`);
  const narrowed = { properties: { code: { enum: codes }, status: { const: status } } };
  return {
    description: codes.map((code) => `${problemStatuses[code].title} (\`${code}\`)`).join(", "),
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, narrowed] },
      },
    },
    headers: referredHeaders(["X-Request-Id", ...(headersByStatus[status] ?? [])]),
  };
}

export function referredHeaders(names: readonly AnswerHeader[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
