import { z } from "zod";
import { CanaryProblem } from "../../internal/canary-run.ts";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";

const seconds = z.number().nonnegative().nullable();

/** The age of the oldest message that each stage has not processed, in seconds. */
export const StageLags = z.strictObject({
  dispatch: seconds.describe("From acceptance until a message is passed on to the next stages."),
  storage: seconds.describe("Until a message is stored and appears in lists and exports."),
  delivery: seconds.describe("Until a message is delivered to feeds and station monitors."),
  firehose: seconds.describe("Until a message is considered for the firehose."),
});
export type StageLags = z.infer<typeof StageLags>;

const percentiles = z.strictObject({
  p50: z.number().nonnegative(),
  p99: z.number().nonnegative(),
});

/** The results of the last canary messages, which the service sends to itself as a feeder does. */
export const Canary = z.strictObject({
  sentAt: Instant.describe("When the newest one was sent."),
  failed: CanaryProblem.nullable().describe("What went wrong with it; `null` if it arrived."),
  storedAt: Instant.nullable().describe("When the last one that was stored was stored."),
  deliveredAt: Instant.nullable().describe("When the last one that was delivered was delivered."),
  storedMs: percentiles.nullable().describe("Time until they were stored, in milliseconds."),
  deliveredMs: percentiles
    .nullable()
    .describe("Time until they arrived at a client of a feed, in milliseconds."),
});
export type Canary = z.infer<typeof Canary>;

/** A part of the service that does not work as it should. */
const ServiceProblem = z.strictObject({
  part: z
    .string()
    .describe(
      "`postgres`, `redis`, `redis-memory`, `redis-disk`, `postgres-disk`, `certificate`, `gateways`, `processes`, `feeders`, `dispatch`, `storage`, `delivery`, `firehose`, `clock-skew`, `dead-letters` or `canary`. More may be added.",
    ),
  reason: z.string().describe("What is wrong, for people to read."),
});

/** The response of `GET /v1/status`, which needs no credential. */
export const Status = z.strictObject({
  time: Instant,
  realtime: z
    .string()
    .nullable()
    .describe("Address of the Socket.IO interface; `null` if the operator has not configured it."),
  postgres: z.boolean().describe("Whether Postgres answers."),
  redis: z.boolean().describe("Whether Redis answers."),
  lag: StageLags.describe(
    "Age of the oldest message that a stage has not processed, in seconds; 0 if there is none, `null` if it cannot be measured.",
  ),
  journalBytes: z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      "Bytes in the journals of all ingests that run, which are not in Postgres yet; `null` if they cannot be measured.",
    ),
  clockSkew: seconds.describe(
    "The greatest difference of the clock of an ingest's host to those of Redis and Postgres, in seconds; `null` if it cannot be measured.",
  ),
  canary: Canary.nullable().describe(
    "The canary messages of the last ten minutes; one is sent every ten seconds. `null` if none are sent, or Redis does not answer.",
  ),
  degraded: z
    .array(ServiceProblem)
    .describe("Parts that do not work as they should; empty if all is well."),
});
export type Status = z.infer<typeof Status>;

/** The days that the status page shows, today included. */
export const statusDays = 90;

const count = z.int().nonnegative();

/** The canary messages of a day. */
export const StatusDay = z.strictObject({
  day: z.iso.date().describe("The day in UTC."),
  sent: count.describe("Canary messages that were sent."),
  arrived: count.describe("Those that were stored and delivered within eight seconds."),
});
export type StatusDay = z.infer<typeof StatusDay>;

/** The response of `GET /v1/status/days`. */
export const StatusHistory = z.strictObject({
  asOf: Instant.nullable().describe(
    "When the days were read; it is older while Postgres does not answer, `null` if they never were.",
  ),
  days: z
    .array(StatusDay)
    .describe(
      `The days that have canary messages, oldest first, of the last ${statusDays} with today.`,
    ),
});
export type StatusHistory = z.infer<typeof StatusHistory>;

/** An OpenAPI or AsyncAPI document. */
const ApiDocument = z.record(z.string(), z.unknown());

export const serviceEndpoints = {
  readStatus: endpoint({
    method: "GET",
    path: "/v1/status",
    summary: "Get the service status",
    description:
      "Returns whether the service's databases answer, and how far the stages that a message passes are behind; also the size of the journals, the difference of the clocks, and how long test messages take.",
    tag: "service",
    access: "open",
    answer: Status,
  }),
  readStatusDays: endpoint({
    method: "GET",
    path: "/v1/status/days",
    summary: "Get the service status by day",
    description:
      "Returns how many canary messages arrived on each day: the service sends one to itself every ten seconds, as a feeder does. It is answered also while Postgres does not answer.",
    tag: "service",
    access: "open",
    answer: StatusHistory,
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
