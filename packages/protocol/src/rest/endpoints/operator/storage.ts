import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";

const bytes = z.number().nonnegative();
const growth = z
  .number()
  .nonnegative()
  .nullable()
  .describe("Bytes that are added a day; `null` until it is known, after some hours.");

const ForecastDisk = z.strictObject({
  name: z.string().describe("`postgres`, or `journal` and the name of an ingest."),
  measured: z
    .enum(["path", "size"])
    .describe(
      "`path`: a file system was asked. `size`: the operator has said how large the disk is, and what the databases do not take is free.",
    ),
  bytes,
  freeBytes: bytes,
  growthBytes: growth,
  fullAt: Instant.nullable().describe(
    "When it is forecast to be full, with what retention drops until then; `null` if that is more than 400 days away, or growth is not known.",
  ),
});
export type ForecastDisk = z.infer<typeof ForecastDisk>;

const TableSize = z.strictObject({
  name: z.string(),
  bytes: bytes.describe("Rows and indexes together."),
  indexBytes: bytes,
  growthBytes: growth,
});

const PlannedDrop = z.strictObject({
  day: z.iso.date().describe("The UTC day whose partitions are dropped."),
  tables: z.array(z.string()),
  rows: z.number().nonnegative().nullable().describe("About so many; `null` if unknown."),
  bytes,
  at: Instant.describe("The forecast of the time, to the hour."),
  reason: z
    .enum(["days", "share"])
    .describe("`days`: it is older than it is kept. `share`: the database takes too much."),
});
export type PlannedDrop = z.infer<typeof PlannedDrop>;

const RetentionPlan = z.strictObject({
  messagesDays: z.int(),
  rawDays: z.int(),
  daysMin: z.int().describe("So many days are never dropped for lack of room."),
  share: z.number().nullable().describe("`RETENTION_DISK_SHARE`; `null` if it is not set."),
  budgetBytes: bytes.nullable().describe("The share of the disk, in bytes."),
  usedBytes: bytes.describe("What the database takes, with its indexes."),
  isExceeded: z
    .boolean()
    .describe("Whether the database takes more than the share, and no day may be dropped."),
  droppedAt: Instant.nullable().describe("When a day was last dropped because of the share."),
  drops: z
    .array(PlannedDrop)
    .describe("What will be dropped within 31 days of what is stored now, soonest first."),
});

/** The response of `GET /v1/operator/storage`: sizes, forecasts, and what retention will drop. */
export const StorageReport = z.strictObject({
  measuredAt: Instant,
  disks: z.array(ForecastDisk),
  tables: z.array(TableSize).describe("The largest tables, and `others`."),
  retention: RetentionPlan,
});
export type StorageReport = z.infer<typeof StorageReport>;

export const storageEndpoints = {
  readStorage: endpoint({
    method: "GET",
    path: "/v1/operator/storage",
    summary: "Get sizes, forecasts of disks and the plan of retention",
    description:
      "Returns the sizes of disks and tables, how fast they grow, when a disk is forecast to be full, and which days retention will drop. The chores service measures it every ten minutes.",
    tag: "operations",
    access: "operator",
    answer: StorageReport,
    refusals: ["not_found"],
  }),
};
