import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { Endpoint, RestAccess } from "../rest/endpoint.ts";
import { endpoints } from "../rest/endpoints.ts";
import { Problem } from "../rest/problem.ts";
import { createJsonSchemas, type JsonObject, type JsonSchemas } from "./json-schemas.ts";
import { problemAnswers } from "../rest/problem-answers.ts";

export interface DocumentOptions {
  /** Of the service. */
  readonly version: string;
  /** Where clients find it: `https://jetwire.example`; relative when not known. */
  readonly url?: string | undefined;
}

/** The REST interface as an OpenAPI 3.1 document: every endpoint, answer and refusal. */
export function openApiDocument({ version, url = "/" }: DocumentOptions): JsonObject {
  const schemas = createJsonSchemas("#/components/schemas/");
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint, schemas),
    };
  }
  const problem = schemas.written(Problem);
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
    tags: [...new Set(Object.values<Endpoint>(endpoints).map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: { ...schemas.named, Problem: problem },
      responses: Object.fromEntries(
        Object.entries(problemAnswers).map(([code, { status, title }]) => [
          code,
          refusalOf(code as ErrorCode, `${status} ${title}`),
        ]),
      ),
      headers,
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
          description: "A session's token from `POST /v1/auth/sessions`",
        },
      },
    },
  };
}

const description = `Lists are bare arrays, newest first, in pages linked by \`Link\`. Every refusal is a problem
(RFC 9457) with a \`code\`, a \`message\` and the request's \`requestId\`. Members may be added to what is answered at any
time; ignore those that you don't know.`;

/** What any request may meet. */
const everywhere: readonly ErrorCode[] = [
  "invalid_request",
  "https_required",
  "rate_limited",
  "unavailable",
  "internal",
];

const securityByAccess: Readonly<Record<RestAccess, readonly JsonObject[]>> = {
  open: [],
  reader: [{ apiKey: [] }, { session: [] }],
  account: [{ apiKey: [] }, { session: [] }],
  session: [{ session: [] }],
};

const headers: Readonly<Record<string, JsonObject>> = {
  Link: {
    description: 'The neighbouring pages: `rel="next"` is older, `rel="prev"` newer (RFC 8288)',
    schema: { type: "string" },
  },
  "X-Result-Count": {
    description: "Items of this page",
    schema: { type: "integer", minimum: 0 },
  },
  "Retry-After": {
    description: "Seconds after which to try again",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "How to say who asks",
    schema: { type: "string" },
  },
};

function operationOf(operationId: string, endpoint: Endpoint, schemas: JsonSchemas): JsonObject {
  const { summary, tag, access, body } = endpoint;
  const hasBody = !(body instanceof z.ZodUndefined);
  return {
    operationId,
    summary,
    ...(endpoint.description !== "" && { description: endpoint.description }),
    tags: [tag],
    security: securityByAccess[access],
    parameters: [
      ...parametersOf("path", schemas.read(endpoint.params)),
      ...parametersOf("query", schemas.read(endpoint.query)),
    ],
    ...(hasBody && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: schemas.read(body) } },
      },
    }),
    responses: { [endpoint.status]: answerOf(endpoint, schemas), ...refusalsOf(endpoint, hasBody) },
  };
}

function parametersOf(place: "path" | "query", schema: JsonObject): JsonObject[] {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  const required = (schema["required"] ?? []) as readonly string[];
  return Object.entries(properties).map(([name, { description: text, ...shape }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(text !== undefined && { description: text }),
    schema: shape,
  }));
}

function answerOf(endpoint: Endpoint, schemas: JsonSchemas): JsonObject {
  const { answer, mediaTypes, paged, summary } = endpoint;
  const json = answer instanceof z.ZodUndefined ? null : schemas.written(answer);
  const content = {
    ...(json && { "application/json": { schema: json } }),
    ...Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string" } }])),
  };
  return {
    description: summary,
    ...(Object.keys(content).length > 0 && { content }),
    ...(paged && { headers: referred(["Link", "X-Result-Count"]) }),
  };
}

/** By status; codes that share one are told apart by the body's `code`. */
function refusalsOf({ access, refusals, params }: Endpoint, hasBody: boolean): JsonObject {
  const hasParams = !params.safeParse({}).success;
  const codes = new Set<ErrorCode>([
    ...everywhere,
    ...refusals,
    ...(access === "open" ? [] : (["unauthorized", "forbidden"] as const)),
    ...(hasParams ? (["not_found"] as const) : []),
    ...(hasBody ? (["payload_too_large", "unsupported_media_type"] as const) : []),
  ]);
  const byStatus = Map.groupBy(codes, (code) => problemAnswers[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, [first]]) => [
      status,
      { $ref: `#/components/responses/${first ?? "internal"}` },
    ]),
  );
}

function refusalOf(code: ErrorCode, text: string): JsonObject {
  const { status } = problemAnswers[code];
  const own =
    status === 401 ? ["WWW-Authenticate"] : status === 429 || status === 503 ? ["Retry-After"] : [];
  return {
    description: text,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    ...(own.length > 0 && { headers: referred(own) }),
  };
}

function referred(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
