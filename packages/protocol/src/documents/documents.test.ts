import asyncApiSchema from "@asyncapi/specs/schemas/3.0.0.json" with { type: "json" };
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { clientEventPayloads } from "../events/client-events.ts";
import { serverEventPayloads } from "../events/server-events.ts";
import { endpoints } from "../rest/endpoints/index.ts";
import { asyncApiDocument } from "./asyncapi.ts";
import { openApiDocument } from "./openapi.ts";

test("the OpenAPI document is one, by the schema of OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...openApiDocument({ version: "1.0.0" }) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("it describes every endpoint, once", () => {
  const { paths } = openApiDocument({ version: "1.0.0" }) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(described.toSorted(byText)).toEqual(Object.keys(endpoints).toSorted(byText));
});

test("the AsyncAPI document is one, by the schema of AsyncAPI 3.0", () => {
  // The schema brings JSON Schema's own along.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const validate = ajv.compile(asyncApiSchema);
  validate(asyncApiDocument({ version: "1.0.0", url: "wss://jetwire.example" }));
  expect(validate.errors).toBeNull();
});

test.each([
  ["a server sends", "send", serverEventPayloads],
  ["a client may send", "receive", clientEventPayloads],
] as const)("it describes every event that %s", (_, way, payloads) => {
  const { components } = asyncApiDocument({ version: "1.0.0" }) as {
    components: { messages: Record<string, { name: string }> };
  };
  const described = Object.entries(components.messages)
    .filter(([key]) => key.startsWith(way))
    .map(([, { name }]) => name);
  expect(described.toSorted(byText)).toEqual(Object.keys(payloads).toSorted(byText));
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
