import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { StationId } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";
import { timeFilter } from "../filters.ts";
import { checkTogether, parameter } from "../parameters.ts";
import { StationParams } from "./stations.ts";

const count = z.int().nonnegative();

/** Messages by source type: `acars`, `vdl`, … */
const BySourceType = z.record(z.string(), count);

/** Messages of a stretch of time. */
export const MessagesCounted = z.strictObject({
  from: Instant.describe("Its beginning; as long as the step"),
  messages: count,
  bySourceType: BySourceType,
});
export type MessagesCounted = z.infer<typeof MessagesCounted>;

/** A label and how many of the latest messages have it; null for frames without ACARS. */
export const LabelCount = z.strictObject({ label: z.string().nullable(), messages: count });
export type LabelCount = z.infer<typeof LabelCount>;

const hoursText = "must be a whole number from 1 to 168";

export const StatsQuery = z.strictObject({
  hours: parameter
    .regex(/^\d{1,3}$/, hoursText)
    .transform(Number)
    .pipe(z.int().min(1, hoursText).max(168, hoursText))
    .default(24)
    .describe("How many hours back, this one included"),
});

/** The answer to `GET /v1/stats`: what the whole service hears, some seconds old. */
export const Stats = z.strictObject({
  time: Instant,
  stations: z.strictObject({ visible: count, online: count }),
  airframes: count.describe("Heard within the last 24 hours"),
  flights: count.describe("Under way now"),
  messages: z.strictObject({
    lastMinute: count.describe("Estimated from the latest messages when there are many"),
    lastHour: count.describe("Estimated from this hour and the one before"),
    lastDay: count.describe("This hour and the 23 before"),
  }),
  bySourceType: BySourceType.describe("Of this hour and the 23 before"),
  labels: z
    .strictObject({ sampled: count, top: z.array(LabelCount) })
    .describe("Of the latest messages, `sampled` of them, most frequent first"),
  hours: z
    .array(MessagesCounted)
    .describe("By the hour, newest first; hours without a message are left out"),
});
export type Stats = z.infer<typeof Stats>;

const dayMs = 86_400_000;
/** The longest time that may be asked for, by step. */
const rangeMsMax = { hour: 31 * dayMs, day: 366 * dayMs } as const;

/** The query of `GET /v1/stations/:id/stats`. */
export const StationStatsQuery = z
  .strictObject({
    since: timeFilter.optional().describe("From; a day, or thirty, before `until` when not given"),
    until: timeFilter.optional().describe("Before; now when not given"),
    step: parameter
      .pipe(z.enum(["hour", "day"], "must be hour or day"))
      .default("hour")
      .describe("What messages are counted by"),
  })
  .check(
    checkTogether(({ value: { since, until, step }, issues, value }) => {
      if (since === undefined) return;
      const lengthMs = (until === undefined ? Date.now() : Date.parse(until)) - Date.parse(since);
      const said = (path: string, message: string) =>
        issues.push({ code: "custom", path: [path], message, input: value });
      if (lengthMs <= 0) said("since", "must be earlier than until");
      else if (lengthMs > rangeMsMax[step]) {
        said("since", `is more than ${rangeMsMax[step] / dayMs} days before until`);
      }
    }),
  );
export type StationStatsQuery = z.infer<typeof StationStatsQuery>;

/** The answer to `GET /v1/stations/:id/stats`. */
export const StationStats = z.strictObject({
  id: StationId,
  since: Instant,
  until: Instant,
  step: z.enum(["hour", "day"]),
  counts: z
    .array(MessagesCounted)
    .describe("Newest first; without those in which nothing was heard. Hours and days are UTC's"),
  latest: z
    .strictObject({
      sampled: count,
      from: Instant.nullable().describe("When the earliest of them came"),
      labels: z.array(LabelCount),
      levels: z
        .strictObject({ min: z.number(), median: z.number(), max: z.number() })
        .nullable()
        .describe("Signal levels, dB as its decoders tell them"),
      airframes: count.describe("How many airframes they came from"),
    })
    .describe("Of its latest messages in that time"),
});
export type StationStats = z.infer<typeof StationStats>;

export const statsEndpoints = {
  readStats: endpoint({
    method: "GET",
    path: "/v1/stats",
    summary: "What the whole service hears",
    tag: "statistics",
    access: "reader",
    query: StatsQuery,
    answer: Stats,
  }),
  readStationStats: endpoint({
    method: "GET",
    path: "/v1/stations/:id/stats",
    summary: "What a station hears over time",
    tag: "statistics",
    access: "reader",
    params: StationParams,
    query: StationStatsQuery,
    answer: StationStats,
    refusals: ["not_found"],
  }),
};
