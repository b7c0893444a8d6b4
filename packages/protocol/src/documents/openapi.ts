import { answerHeaders } from "../rest/answer-headers.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { endpoints } from "../rest/endpoints/index.ts";
import { Problem } from "../rest/problem.ts";
import { createJsonSchemas, type JsonObject } from "./json-schemas.ts";
import { ifNoneMatch, operationOf, rangeParameters } from "./operation.ts";
import { refusalOf, refusalsOf } from "./refusals.ts";

export interface DocumentOptions {
  /** The version of the service. */
  readonly version: string;
  /** The public address, for example `https://jetwire.example`. Addresses are relative without it. */
  readonly url?: string | undefined;
}

/** Describes the REST interface as an OpenAPI 3.1 document, with every endpoint, response and error. */
export function openApiDocument({ version, url = "/" }: DocumentOptions): JsonObject {
  const schemas = createJsonSchemas("#/components/schemas/");
  const all = Object.entries<Endpoint>(endpoints);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [operationId, endpoint] of all.toSorted(([, a], [, b]) =>
    a.path < b.path ? -1 : 1,
  )) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const methods = (paths[path] ??= {});
    methods[endpoint.method.toLowerCase()] = operationOf(operationId, endpoint, schemas);
  }
  schemas.written(Problem.array());
  const refusals = all.flatMap(([, endpoint]) => Object.values(refusalsOf(endpoint)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Jetwire",
      version,
      summary: "Aircraft datalink messages from volunteer stations.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url }],
    tags: [...new Set(all.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named,
      responses: Object.fromEntries(
        [...refusals, ["method_not_allowed"] as const].map((codes) => [
          codes.join("-"),
          refusalOf(codes),
        ]),
      ),
      parameters: { "If-None-Match": ifNoneMatch, ...rangeParameters },
      headers: answerHeaders,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `Authorization: Bearer jw_…`. It has scopes: `read` (requests that read), `feed` (the realtime interface), `manage` (changes of stations, keys and settings) and `operate` (what operators see and do). A request that its scopes do not cover is answered with 403, which names the missing scope.",
        },
        session: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "The token of a session from `POST /v1/auth/sessions`, which has the scopes of the API key that opened it, or a token of an external issuer that the operator has configured, for a user who is linked to an account.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-jetwire",
          description:
            "The cookie of a user who has signed in on the web page. It is accepted from pages of this origin only, and, except for GET, together with the header `X-CSRF-Token` from `GET /v1/auth/session`.",
        },
      },
    },
  };
}

const description = `Lists are JSON arrays, newest first, in pages linked by the header \`Link\`. Errors are problem details (RFC 9457) with a
\`code\`, a \`message\` and the \`requestId\` of the request. Members may be added to responses at any time; ignore members that
you do not know. Parameters that are not documented are refused. \`HEAD\` works wherever \`GET\` does. Other methods are answered
with 405 and the header \`Allow\`.`;
