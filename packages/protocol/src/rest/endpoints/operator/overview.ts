import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { flagFilter } from "../../filters.ts";
import { Canary } from "../status.ts";

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();

/** The result of one check of the service. */
const OverviewCheck = z.strictObject({
  name: z
    .string()
    .describe("As the `part` of a status, and others that only operators see; for programs."),
  passes: z.string().describe("What is true while it passes."),
  severity: z
    .enum(["critical", "warning"])
    .describe("`critical`: users are affected, or will be soon. `warning`: look today."),
  problem: z.string().nullable().describe("What is wrong; `null` if it passes."),
  since: Instant.nullable().describe(
    "When it began to fail; `null` if it passes or it is unknown.",
  ),
  remedy: z.string().nullable().describe("What to do; `null` if it passes."),
  alert: z
    .string()
    .nullable()
    .describe("The alert of the same cause, whose section of the runbook says where to look."),
});

/** A process of the service that was alive within the last 15 seconds. */
export const ProcessReport = z.strictObject({
  service: z.string(),
  id: z.string().describe("An id that no other process has, not even after a restart."),
  replica: z.string().describe("Its host, its process id there, and its id."),
  number: count.describe("The number of the replica among those of its service."),
  version: z.string(),
  startedAt: Instant,
  reportedAt: Instant,
  ready: z.boolean(),
  problems: z
    .array(
      z.strictObject({
        name: z.string().describe("A readiness check or an alarm."),
        reason: z.string(),
        since: Instant,
      }),
    )
    .describe("Failing checks and active alarms."),
  draining: z.boolean().describe("Whether an operator drains it."),
  memoryBytes: count.describe("Resident memory."),
  figures: z
    .record(z.string(), z.number())
    .describe(
      "Figures of the service. Gateways: `sockets`, `connectsPerMinute`, `sentBytesPerSecond`, `skippedPerMinute` and `cutPerMinute`. Fanout: `watches`.",
    ),
});
export type ProcessReport = z.infer<typeof ProcessReport>;

const GroupLag = z.strictObject({
  group: z.string().describe("`persister`, `fanout` or `sampler`."),
  entries: count.nullable().describe("Entries that it has not processed; `null` if unknown."),
  oldestSeconds: seconds.describe("The age of the oldest of them; 0 if there is none."),
  replica: z.string().nullable().describe("The replica that reads the partition; `null` for none."),
});

/** The response of `GET /v1/operator/overview`. */
export const Overview = z.strictObject({
  time: Instant,
  ok: z.boolean(),
  summary: z.string().describe("One sentence: what was checked, or what is wrong."),
  since: Instant.nullable().describe("When the first problem began; `null` if unknown or none."),
  checks: z.array(OverviewCheck),
  processes: z.array(ProcessReport),
  partitions: z.array(
    z.strictObject({ partition: count, length: count, groups: z.array(GroupLag) }),
  ),
  unaccounted: z
    .strictObject({
      atLeast: z.int(),
      atMost: z.int(),
      measuredAt: Instant,
    })
    .nullable()
    .describe(
      "Bounds of the number of offered messages without a known result, as `jetwire doctor` measures them; both 0 if none is missing. Measuring takes some seconds, so it is of a moment ago; `null` until it was measured.",
    ),
  deadLetters: count.nullable().describe("Counted up to 1,000."),
  claims: count.nullable().describe("Claims and disputes that wait for a decision, up to 100."),
  reports: count.nullable().describe("Reports of chat messages that wait, up to 100."),
  redisMemory: z.number().nonnegative().nullable().describe("The share of its memory, 0 to 1."),
  firehoseFraction: z
    .number()
    .nonnegative()
    .nullable()
    .describe("The share of transmissions in the firehose; `null` while no sampler runs."),
  canary: Canary.nullable().describe(
    "The canary messages of the last ten minutes; `null` if none are sent.",
  ),
});
export type Overview = z.infer<typeof Overview>;

const ReplicaParams = z.strictObject({
  replica: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe("The `id` of a gateway in the overview."),
});

export const overviewEndpoints = {
  readOverview: endpoint({
    method: "GET",
    path: "/v1/operator/overview",
    summary: "Get the state of the service",
    description:
      "Returns one sentence about the service, the checks behind it, its processes, how far each partition of the message stream is read, and what waits for an operator. It is measured once a second at most.",
    tag: "operations",
    access: "operator",
    answer: Overview,
  }),
  drainGateway: endpoint({
    method: "POST",
    path: "/v1/operator/gateways/:replica/drain",
    summary: "Drain a gateway",
    description:
      "Makes a gateway close its connections slice by slice, and stay not ready, until it is undone or the process ends. It begins within five seconds. Clients reconnect to another gateway: the last one that accepts connections is refused (`conflict`), unless `force` is set.",
    tag: "operations",
    access: "operator",
    params: ReplicaParams,
    query: z.strictObject({
      force: flagFilter
        .optional()
        .describe("Drains the last gateway, too: no client can connect then."),
    }),
    status: 202,
    answer: ProcessReport,
    refusals: ["not_found", "conflict", "unavailable"],
  }),
  undoGatewayDrain: endpoint({
    method: "DELETE",
    path: "/v1/operator/gateways/:replica/drain",
    summary: "Undo the drain of a gateway",
    description: "Makes a drained gateway accept connections again, within five seconds.",
    tag: "operations",
    access: "operator",
    params: ReplicaParams,
    status: 202,
    answer: ProcessReport,
    refusals: ["not_found", "unavailable"],
  }),
};
