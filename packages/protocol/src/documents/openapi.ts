import { answerHeaders } from "../rest/answer-headers.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { endpoints } from "../rest/endpoints/index.ts";
import { Problem } from "../rest/problem.ts";
import { createJsonSchemas, type JsonObject } from "./json-schemas.ts";
import { ifNoneMatch, operationOf } from "./operation.ts";
import { refusalOf, refusalsOf } from "./refusals.ts";

export interface DocumentOptions {
  /** Of the service. */
  readonly version: string;
  /** Where clients find it: `https://jetwire.example`; relative when not known. */
  readonly url?: string | undefined;
}

/** The REST interface as an OpenAPI 3.1 document: every endpoint, answer and refusal. */
export function openApiDocument({ version, url = "/" }: DocumentOptions): JsonObject {
  const schemas = createJsonSchemas("#/components/schemas/");
  const all = Object.entries<Endpoint>(endpoints);
  const byPath = Map.groupBy(
    all.toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1)),
    ([, { path }]) => path.replaceAll(/:(\w+)/g, "{$1}"),
  );
  const paths = [...byPath].map(([path, methods]) => [
    path,
    Object.fromEntries(
      methods.map(([operationId, endpoint]) => [
        endpoint.method.toLowerCase(),
        operationOf(operationId, endpoint, schemas),
      ]),
    ),
  ]);
  schemas.written(Problem.array());
  const refusals = all.flatMap(([, endpoint]) => Object.values(refusalsOf(endpoint)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Jetwire",
      version,
      summary: "Aircraft datalink messages from volunteer stations",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url }],
    tags: [...new Set(all.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.named,
      responses: Object.fromEntries(
        [...refusals, ["method_not_allowed"] as const].map((codes) => [
          codes.join("-"),
          refusalOf(codes),
        ]),
      ),
      parameters: { "If-None-Match": ifNoneMatch },
      headers: answerHeaders,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `Authorization: Bearer jw_…`",
        },
        session: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "A session's token from `POST /v1/auth/sessions`, or one of another issuer that the operator has set up, of somebody who is linked to an account",
        },
      },
    },
  };
}

const description = `Lists are bare arrays, newest first, in pages linked by \`Link\`. Every refusal is a problem
(RFC 9457) with a \`code\`, a \`message\` and the request's \`requestId\`. Members may be added to what is answered at any
time; ignore those that you don't know. Parameters that aren't described here are refused. \`HEAD\` is answered like
\`GET\`, without a body; any other method that an address doesn't take with a 405 and \`Allow\`.`;
