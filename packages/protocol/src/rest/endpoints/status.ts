import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";

/** The answer to `GET /v1/status`, open to everybody. */
export const Status = z.strictObject({
  version: z.string(),
  time: Instant,
  realtime: z
    .string()
    .nullable()
    .describe("Where the Socket.IO interface is, null when the operator hasn't said"),
  postgres: z.boolean().describe("Whether they answer now"),
  redis: z.boolean(),
});
export type Status = z.infer<typeof Status>;

/** An OpenAPI or AsyncAPI document. */
export const ApiDocument = z.record(z.string(), z.unknown());
export type ApiDocument = z.infer<typeof ApiDocument>;

export const serviceEndpoints = {
  readStatus: endpoint({
    method: "GET",
    path: "/v1/status",
    summary: "Whether the service works",
    tag: "service",
    access: "open",
    answer: Status,
  }),
  readOpenApi: endpoint({
    method: "GET",
    path: "/v1/openapi.json",
    summary: "This interface as an OpenAPI 3.1 document",
    tag: "service",
    access: "open",
    answer: ApiDocument,
    tagged: true,
  }),
  readAsyncApi: endpoint({
    method: "GET",
    path: "/v1/asyncapi.json",
    summary: "The realtime interface as an AsyncAPI 3.0 document",
    tag: "service",
    access: "open",
    answer: ApiDocument,
    tagged: true,
  }),
};
