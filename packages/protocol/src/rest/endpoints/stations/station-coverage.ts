import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { sourceTypeParameter, StationParams } from "./stations.ts";

const count = z.int().nonnegative();
const degrees = z.number().nullable();
const distance = z.number().nonnegative().nullable();

/** The number of directions that coverage is measured in. */
export const coverageSectors = 36;
/** The most positions that coverage is measured with. */
export const coveragePositionsMax = 50_000;

/** How far a station receives, by direction. */
export const StationCoverage = z.strictObject({
  id: StationId,
  since: Instant,
  until: Instant,
  latitude: degrees.describe(
    "The position from which distances are measured, rounded unless you see the exact one; `null` if the station has none.",
  ),
  longitude: degrees,
  positions: count.describe(
    `Number of positions that were measured: the latest ${coveragePositionsMax.toLocaleString("en")} of the last 7 days.`,
  ),
  sectors: z
    .array(
      z.strictObject({
        from: z.number().describe("Bearing at which the sector begins; it is 10° wide."),
        positions: count,
        usual: distance.describe(
          "95th percentile of the distances, nautical miles; `null` without positions.",
        ),
        max: distance.describe("The greatest distance, nautical miles."),
      }),
    )
    .length(coverageSectors)
    .describe("36 sectors by bearing from the station, from north eastwards."),
  record: z
    .strictObject({
      distance: z.number().describe("Nautical miles."),
      bearing: z.number().describe("Degrees from true north."),
      timestamp: Instant,
      messageId: z.string(),
    })
    .nullable()
    .describe("The farthest position; `null` without positions."),
});
export type StationCoverage = z.infer<typeof StationCoverage>;

/** The days that cells of coverage show, and the most cells of an answer: with more, cells are joined to larger ones. */
export const coverageCellDays = 7;
export const coverageCellsMax = 2_000;

/** Hexagons in which the aircraft were that a station, or all stations, received, as a GeoJSON `FeatureCollection`. */
export const StationCells = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z
    .array(
      z.strictObject({
        type: z.literal("Feature"),
        id: z.string().describe("The cell of H3."),
        geometry: z.strictObject({
          type: z.literal("Polygon"),
          coordinates: z
            .array(z.array(z.tuple([z.number(), z.number()])))
            .describe(
              "One ring of longitude and latitude, degrees. Longitudes of a cell across 180° go on beyond it.",
            ),
        }),
        properties: z.strictObject({
          positions: count.describe("Number of positions."),
          altitudeMin: z.int().nullable().describe("The lowest altitude, feet; `null` if unknown."),
          altitudeMax: z.int().nullable().describe("The highest."),
        }),
      }),
    )
    .describe(`Cells, that with the most positions first; at most ${coverageCellsMax}.`),
});
export type StationCells = z.infer<typeof StationCells>;

/** The hours with and without messages of a station. */
export const StationGaps = z.strictObject({
  id: StationId,
  since: Instant,
  until: Instant,
  hours: z
    .array(
      z.strictObject({
        from: Instant,
        messages: count,
        state: z
          .enum(["received", "silent", "unknown"])
          .describe(
            "`received`: messages arrived. `silent`: none did. `unknown`: the service received nothing from any station, or the station was not known yet.",
          ),
      }),
    )
    .describe("The hours of the last 7 days (UTC), the current one included, the oldest first."),
  outages: z
    .array(
      z.strictObject({
        from: Instant.describe("When the last message before it was received."),
        until: Instant.nullable().describe(
          "When the first message after it was received; `null` if it lasts.",
        ),
        hours: count.describe("Number of whole hours without messages."),
      }),
    )
    .describe("Times with at least one whole hour without messages, the latest first."),
});
export type StationGaps = z.infer<typeof StationGaps>;

const ofStation = {
  tag: "stations",
  access: "reader",
  params: StationParams,
  refusals: ["not_found"],
} as const;

export const stationCoverageEndpoints = {
  readStationCoverage: endpoint({
    method: "GET",
    path: "/v1/stations/:id/coverage",
    summary: "Get a station's coverage",
    description:
      "Returns how far a station received in the last 7 days, by direction. Positions that its kind of link cannot reach by line of sight are left out. It is at most ten minutes old.",
    ...ofStation,
    answer: StationCoverage,
  }),
  readStationCells: endpoint({
    method: "GET",
    path: "/v1/stations/:id/coverage/cells",
    summary: "Get a station's coverage as cells",
    description: `Returns where the aircraft were that a station received in the last ${coverageCellDays} days, as GeoJSON with cells of H3: of resolution 5 (about 250 km²), or of a lower one if they are far apart or more than ${coverageCellsMax.toLocaleString("en")}. Positions that its kind of link cannot reach by line of sight are left out. Counts follow the messages by up to fifteen minutes.`,
    ...ofStation,
    answer: StationCells,
  }),
  readCoverageCells: endpoint({
    method: "GET",
    path: "/v1/coverage/cells",
    summary: "Get the coverage of all stations as cells",
    description: `Returns where the aircraft were that the stations of this service received in the last ${coverageCellDays} days, as cells of H3 like those of a station. Positions that several stations received count for each. Hidden stations are left out. It is at most ten minutes old.`,
    tag: "stations",
    access: "reader",
    query: z.strictObject({ source_type: sourceTypeParameter }),
    answer: StationCells,
  }),
  readStationGaps: endpoint({
    method: "GET",
    path: "/v1/stations/:id/gaps",
    summary: "Get a station's gaps",
    description: "Returns the hours of the last 7 days with and without messages of a station.",
    ...ofStation,
    answer: StationGaps,
  }),
};
