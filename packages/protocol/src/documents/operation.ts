import { z } from "zod";
import { memberCase, memberCaseName, takesMemberCase } from "../rest/aliases/member-case.ts";
import { type AnswerHeader, answerHeaders } from "../rest/answer-headers.ts";
import type { Endpoint, RestAccess } from "../rest/endpoint.ts";
import type { JsonObject, JsonSchemas } from "./json-schemas.ts";
import { referredHeaders, refusalsOf, takesBody } from "./refusals.ts";

const schemesByAccess: Readonly<Record<RestAccess, readonly string[]>> = {
  open: [],
  reader: ["apiKey", "apiKeyHeader", "session"],
  account: ["apiKey", "apiKeyHeader", "session"],
  session: ["session"],
  operator: ["apiKey", "apiKeyHeader", "session"],
};

/** The request header for responses with an ETag. */
export const ifNoneMatch: JsonObject = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of a response that you have stored.",
  schema: { type: "string" },
};

/** The parameter that names members in snake case. */
export function memberCaseParameter(schemas: JsonSchemas): JsonObject {
  const { description, ...schema } = schemas.read(memberCase);
  return { name: memberCaseName, in: "query", required: false, description, schema };
}

/** The request headers for a part of a file. */
export const rangeParameters = {
  Range: {
    name: "Range",
    in: "header",
    description: "The bytes to send: `bytes=1000-`. Several ranges are ignored.",
    schema: { type: "string" },
  },
  "If-Range": {
    name: "If-Range",
    in: "header",
    description:
      "The ETag of the file that you have a part of. If there is a newer file, all of it is sent.",
    schema: { type: "string" },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Describes an endpoint as an OpenAPI operation. */
export function operationOf(
  operationId: string,
  endpoint: Endpoint,
  schemas: JsonSchemas,
): JsonObject {
  const { summary, description, scope, tag, body, params, query, tagged, ranged } = endpoint;
  const refusals = Object.entries(refusalsOf(endpoint));
  return {
    operationId,
    summary,
    ...describedBy(description, scope),
    tags: [tag],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf("path", params, schemas),
      ...parametersOf("query", query, schemas),
      ...aliasesOf(endpoint, schemas),
      ...(takesMemberCase(endpoint) ? [{ $ref: "#/components/parameters/case" }] : []),
      ...(tagged ? [{ $ref: "#/components/parameters/If-None-Match" }] : []),
      ...(ranged
        ? Object.keys(rangeParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
        : []),
    ],
    ...(takesBody(endpoint) && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: schemas.read(body) } },
      },
    }),
    responses: {
      [endpoint.status]: answerOf(endpoint, schemas),
      ...(ranged && { 206: partOf(endpoint) }),
      ...(tagged && {
        304: {
          description: "The stored response is current.",
          headers: referredHeaders(headersOf(endpoint)),
        },
      }),
      ...Object.fromEntries(
        refusals.map(([status, codes]) => [
          status,
          { $ref: `#/components/responses/${codes.join("-")}` },
        ]),
      ),
    },
  };
}

function describedBy(description: string, scope: Endpoint["scope"]): JsonObject {
  const parts = [
    ...(description === "" ? [] : [description]),
    ...(scope === null ? [] : [`Scope of an API key: \`${scope}\`.`]),
  ];
  return parts.length === 0 ? {} : { description: parts.join("\n\n") };
}

function securityOf({ access, scope, takesKey, takesCookie }: Endpoint): readonly JsonObject[] {
  const scopes = scope === null ? [] : [scope];
  const withKey = takesKey
    ? [{ apiKey: [] }, { apiKeyHeader: [] }]
    : schemesByAccess[access].map((scheme) => ({ [scheme]: scopes }));
  const withCookie = takesCookie ? [...withKey, { cookie: [] }] : withKey;
  // Open endpoints accept a credential, and need none.
  return access === "open" && withCookie.length > 0 ? [...withCookie, {}] : withCookie;
}

function parametersOf(
  location: "path" | "query",
  schema: z.ZodType,
  schemas: JsonSchemas,
): JsonObject[] {
  const { properties = {} } = schemas.meant(schema) as { properties?: Record<string, JsonObject> };
  const { required = [] } = schemas.read(schema) as { required?: readonly string[] };
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    description,
    schema: shape,
    // Lists are one parameter, separated by commas.
    ...(shape["type"] === "array" && { style: "form", explode: false }),
  }));
}

/** Describes the other names of parameters, by the parameters that they stand for. */
function aliasesOf({ query, aliases }: Endpoint, schemas: JsonSchemas): JsonObject[] {
  const own = parametersOf("query", query, schemas);
  return Object.entries(aliases).map(([name, { of, agesMs }]) => ({
    ...own.find((one) => one["name"] === of),
    name,
    "x-alias-of": of,
    description:
      agesMs === undefined
        ? `Another name of \`${of}\`, for programs that were written for airframes.io.`
        : `Stands for \`${of}\`, counted back from now, for programs that were written for airframes.io.`,
    ...(agesMs !== undefined && { schema: { type: "string", enum: Object.keys(agesMs) } }),
  }));
}

const doneTexts: Readonly<Record<Endpoint["status"], string>> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted.",
  204: "Success, without a body.",
};

function answerOf(endpoint: Endpoint, schemas: JsonSchemas): JsonObject {
  const { answer, mediaTypes, line, status } = endpoint;
  const hasJson = !(answer instanceof z.ZodUndefined);
  const content = {
    ...(hasJson && { "application/json": { schema: schemas.written(answer) } }),
    ...Object.fromEntries(
      mediaTypes.map((type) => [
        type,
        {
          schema: { type: "string" },
          // OpenAPI has a word for it from 3.2 on.
          ...(line !== null &&
            type === "application/x-ndjson" && { "x-line": schemas.written(line) }),
        },
      ]),
    ),
  };
  return {
    description: doneTexts[status],
    ...(Object.keys(content).length > 0 && { content }),
    headers: {
      ...referredHeaders(headersOf(endpoint)),
      // Without a key nothing is counted.
      ...(endpoint.takesKey && optionalHeaders(limitHeaders)),
    },
  };
}

/** Describes the answer with a part of a file. */
function partOf(endpoint: Endpoint): JsonObject {
  const content = endpoint.mediaTypes.map((type) => [type, { schema: { type: "string" } }]);
  return {
    description: "The requested part of the file.",
    content: Object.fromEntries(content),
    headers: referredHeaders([...headersOf(endpoint), "Content-Range"]),
  };
}

const limitHeaders = [
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const;

function optionalHeaders(names: readonly AnswerHeader[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => {
      const { description, schema } = answerHeaders[name];
      return [name, { description, schema }];
    }),
  );
}

function headersOf(endpoint: Endpoint): AnswerHeader[] {
  const { access, limitedByAddress, paged, tagged, ranged, headers } = endpoint;
  return [
    "X-Request-Id",
    ...(access === "open" && !limitedByAddress ? [] : limitHeaders),
    ...(paged ? (["Link", "X-Result-Count"] as const) : []),
    ...(tagged ? (["ETag"] as const) : []),
    ...(ranged ? (["Accept-Ranges"] as const) : []),
    ...headers,
  ];
}
