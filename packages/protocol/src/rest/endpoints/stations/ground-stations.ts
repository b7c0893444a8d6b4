import { z } from "zod";
import {
  GroundStationId,
  GroundStationSystem,
  MessageGroundStation,
} from "../../../message/ground-station.ts";
import { Instant } from "../../../message/message.ts";
import { StationName } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { boxFilter } from "../../filters.ts";
import { orderParameter, pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";

/** A ground station of HFDL, VDL2 or Inmarsat, as its frames and those of others describe it. */
export const GroundStation = z.strictObject({
  ...MessageGroundStation.shape,
  positionSource: z
    .enum(["reference", "broadcast"])
    .nullable()
    .describe(
      "`reference`: from the published system table of HFDL. `broadcast`: as sent by radio. `null`: there is no position.",
    ),
  utcSync: z
    .boolean()
    .nullable()
    .describe("HFDL: whether its clock is synchronized, as squitters say. `null`: unknown."),
  frequencies: z
    .array(
      z.strictObject({
        frequency: z.number().describe("MHz."),
        lastActiveAt: Instant.describe("When it was last active there, as received or reported."),
      }),
    )
    .describe("Frequencies on which it was active in the last 24 hours, the latest first."),
  framesCount: z
    .int()
    .min(0)
    .describe("Frames received from it by all stations in the last 24 hours."),
  receiversCount: z
    .int()
    .min(0)
    .describe("Stations that received it in the last 7 days, without hidden ones."),
  firstHeardAt: Instant.nullable().describe(
    "When a frame that it sent was first received; `null` if none was.",
  ),
  lastHeardAt: Instant.nullable().describe("When a frame that it sent was last received."),
  lastActiveAt: Instant.nullable().describe(
    "When it was last received, addressed by an aircraft, or reported as active by another ground station.",
  ),
});
export type GroundStation = z.infer<typeof GroundStation>;

/** The most receivers of a ground station that are returned. */
export const groundStationReceiversMax = 50;

/** One ground station with who receives it. */
export const GroundStationDetails = z.strictObject({
  ...GroundStation.shape,
  receivers: z
    .array(
      z.strictObject({
        ...StationName.shape,
        lastHeardAt: Instant,
        frames: z.int().describe("Frames received from it in the last days that are kept."),
      }),
    )
    .describe(
      `Stations that received it in the last 7 days, the latest first, at most ${groundStationReceiversMax}. Hidden stations are returned only to their owner.`,
    ),
  hours: z
    .array(z.strictObject({ hour: Instant, frames: z.int() }))
    .describe("Frames received from it by all stations, by hour, of the last 24 hours."),
});
export type GroundStationDetails = z.infer<typeof GroundStationDetails>;

const minutesText = "must be a whole number of minutes from 1 to 43200";

/** The query of `GET /v1/ground-stations`; cursors are ground station ids. */
const GroundStationQuery = z
  .strictObject({
    system: parameter.pipe(GroundStationSystem).optional(),
    active_within: parameter
      .regex(/^\d{1,5}$/, minutesText)
      .transform(Number)
      .pipe(z.int().min(1, minutesText).max(43_200, minutesText))
      .optional()
      .meta({
        description: "Only ground stations that were active in the last so many minutes.",
        examples: [60],
      }),
    bbox: boxFilter.optional(),
    order: orderParameter([
      "name",
      "last_heard_at",
      "last_active_at",
      "frames_count",
      "receivers_count",
    ]),
    ...pageParameters(parameter.pipe(GroundStationId), "a ground station"),
  })
  .check(refuseEmptyRange);

const GroundStationParams = z.strictObject({ id: GroundStationId });

export const groundStationEndpoints = {
  listGroundStations: endpoint({
    method: "GET",
    path: "/v1/ground-stations",
    summary: "List ground stations",
    description:
      "Returns the ground stations of HFDL, VDL2 and Inmarsat that were received or are known from the system table of HFDL, by descending id unless `order` is given. Cursors are ground station ids. What unproven stations send can be wrong.",
    tag: "ground stations",
    access: "reader",
    query: GroundStationQuery,
    answer: z.array(GroundStation),
    paged: true,
  }),
  readGroundStation: endpoint({
    method: "GET",
    path: "/v1/ground-stations/:id",
    summary: "Get a ground station",
    description: "Returns one ground station with the stations that received it.",
    tag: "ground stations",
    access: "reader",
    params: GroundStationParams,
    answer: GroundStationDetails,
    refusals: ["not_found"],
  }),
};
