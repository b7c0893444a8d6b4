import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";

/** The response of `GET /v1/status`, which needs no credential. */
export const Status = z.strictObject({
  version: z.string(),
  time: Instant,
  realtime: z
    .string()
    .nullable()
    .describe("Address of the Socket.IO interface; `null` if the operator has not configured it."),
  postgres: z.boolean().describe("Whether Postgres answers."),
  redis: z.boolean().describe("Whether Redis answers."),
});
export type Status = z.infer<typeof Status>;

/** An OpenAPI or AsyncAPI document. */
const ApiDocument = z.record(z.string(), z.unknown());

export const serviceEndpoints = {
  readStatus: endpoint({
    method: "GET",
    path: "/v1/status",
    summary: "Get the service status",
    description: "Returns the version and whether the service's databases answer.",
    tag: "service",
    access: "open",
    answer: Status,
  }),
  readOpenApi: endpoint({
    method: "GET",
    path: "/v1/openapi.json",
    summary: "Get the OpenAPI document",
    description: "Returns the description of this interface as an OpenAPI 3.1 document.",
    tag: "service",
    access: "open",
    answer: ApiDocument,
    tagged: true,
  }),
  readAsyncApi: endpoint({
    method: "GET",
    path: "/v1/asyncapi.json",
    summary: "Get the AsyncAPI document",
    description: "Returns the description of the realtime interface as an AsyncAPI 3.0 document.",
    tag: "service",
    access: "open",
    answer: ApiDocument,
    tagged: true,
  }),
};
