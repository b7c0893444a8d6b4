import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { timeFilter } from "../../filters.ts";
import { checkTogether, parameter } from "../../parameters.ts";
import { StationParams } from "../stations/stations.ts";
import { Breakdown, breakdownParameters, refuseWithoutBy } from "./stats-breakdown.ts";

const count = z.int().nonnegative();

/** Messages by source type: `acars`, `vdl`, … */
const BySourceType = z.record(z.string(), count);

/** The number of messages in a period. */
export const MessagesCounted = z.strictObject({
  from: Instant.describe("The start of the period, which is as long as the step."),
  messages: count,
  bySourceType: BySourceType,
});
export type MessagesCounted = z.infer<typeof MessagesCounted>;

/** A label and how many of the latest messages have it. The label is null for messages without ACARS. */
export const LabelCount = z.strictObject({ label: z.string().nullable(), messages: count });
export type LabelCount = z.infer<typeof LabelCount>;

const hoursText = "must be a whole number from 1 to 168";

const StatsQuery = z
  .strictObject({
    hours: parameter
      .regex(/^\d{1,3}$/, hoursText)
      .transform(Number)
      .pipe(z.int().min(1, hoursText).max(168, hoursText))
      .default(24)
      .describe("Number of hours, including the current one: 1 to 168. Default: 24."),
    ...breakdownParameters,
  })
  .check(refuseWithoutBy);

/** The response of `GET /v1/stats`, at most some seconds old. */
export const Stats = z.strictObject({
  time: Instant,
  stations: z.strictObject({ visible: count, online: count }),
  airframes: count.describe("Airframes with messages in the last 24 hours."),
  flights: count.describe("Active flights."),
  messages: z.strictObject({
    lastMinute: count.describe("Messages of the last minute, estimated if there are many."),
    lastHour: count.describe(
      "Messages of the last 60 minutes, estimated from the current and the previous hour.",
    ),
    lastDay: count.describe("Messages of the current hour and the 23 hours before it."),
  }),
  bySourceType: BySourceType.describe("Messages of the same 24 hours by source type."),
  labels: z
    .strictObject({ sampled: count, top: z.array(LabelCount) })
    .describe("The most frequent labels of the latest messages, of which `sampled` were counted."),
  hours: z
    .array(MessagesCounted)
    .describe("Messages by hour, newest first. Hours without messages are left out."),
  breakdown: Breakdown.optional().describe("With `by` only. It is some minutes old."),
});
export type Stats = z.infer<typeof Stats>;

const dayMs = 86_400_000;
/** The longest range by step. */
const rangeMsMax = { hour: 31 * dayMs, day: 366 * dayMs } as const;

/** The query of `GET /v1/stations/:id/stats`. */
export const StationStatsQuery = z
  .strictObject({
    since: timeFilter
      .optional()
      .describe(
        "Start of the range (inclusive). Default: 1 day before `until`, or 30 days with `step=day`.",
      ),
    until: timeFilter.optional().describe("End of the range (exclusive). Default: now."),
    step: parameter
      .pipe(z.enum(["hour", "day"], "must be hour or day"))
      .default("hour")
      .describe("Length of the periods. Default: `hour`."),
  })
  .check(
    checkTogether(({ value: { since, until, step }, issues, value }) => {
      if (since === undefined) return;
      const lengthMs = (until === undefined ? Date.now() : Date.parse(until)) - Date.parse(since);
      const refuse = (path: string, message: string) =>
        issues.push({ code: "custom", path: [path], message, input: value });
      if (lengthMs <= 0) refuse("since", "must be earlier than until");
      else if (lengthMs > rangeMsMax[step]) {
        refuse("since", `must not be more than ${rangeMsMax[step] / dayMs} days before until`);
      }
    }),
  );
export type StationStatsQuery = z.infer<typeof StationStatsQuery>;

/** The response of `GET /v1/stations/:id/stats`. */
export const StationStats = z.strictObject({
  id: StationId,
  since: Instant,
  until: Instant,
  step: z.enum(["hour", "day"]),
  counts: z
    .array(MessagesCounted)
    .describe("Messages by period (UTC), newest first. Periods without messages are left out."),
  latest: z
    .strictObject({
      sampled: count,
      from: Instant.nullable().describe("When the earliest of these messages was received."),
      labels: z.array(LabelCount),
      levels: z
        .strictObject({ min: z.number(), median: z.number(), max: z.number() })
        .nullable()
        .describe("Signal levels in dB, as the decoders report them."),
      airframes: count.describe("Number of airframes in these messages."),
    })
    .describe(
      "Facts about the station's latest messages in the range, of which `sampled` were read.",
    ),
});
export type StationStats = z.infer<typeof StationStats>;

export const statsEndpoints = {
  readStats: endpoint({
    method: "GET",
    path: "/v1/stats",
    summary: "Get service statistics",
    description:
      "Returns counts of stations, airframes, flights and messages of the whole service. With `by` it also returns messages by label, airline, application, frequency or source type.",
    tag: "statistics",
    access: "reader",
    query: StatsQuery,
    answer: Stats,
  }),
  readStationStats: endpoint({
    method: "GET",
    path: "/v1/stations/:id/stats",
    summary: "Get station statistics",
    description:
      "Returns the number of messages of a station by hour (up to 31 days) or by day (up to 366 days).",
    tag: "statistics",
    access: "reader",
    params: StationParams,
    query: StationStatsQuery,
    answer: StationStats,
    refusals: ["not_found"],
  }),
};
