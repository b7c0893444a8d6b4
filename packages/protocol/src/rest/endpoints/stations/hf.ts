import { z } from "zod";
import { GroundStationId } from "../../../message/ground-station.ts";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { checkHours, hourFilters } from "../../hour-range.ts";
import { checkTogether, parameter } from "../../parameters.ts";

const count = z.int().nonnegative();

/** Receptions on HF are counted in periods of this length until their hour is counted, ms. */
export const hfPeriodMs = 600_000;
/** A channel is active if something was received or announced within this time. */
export const hfActiveMinutes = 10;
/** The most counts of an answer, about a week of the world. */
export const propagationRowsMax = 5_000;

const groundStationId = GroundStationId.describe("The id of the ground station, `hfdl-4`.");
const megahertz = z.number().describe("MHz.");
const snr = z.number().nullable().describe("Mean signal-to-noise ratio, dB; `null` if unknown.");

/** Counts of a channel in an hour. */
const PropagationChannel = z.strictObject({
  hour: Instant,
  groundStationId,
  frequency: megahertz,
  messages: count.describe("Transmissions with a message, to and from the ground station."),
  aircraft: count.describe("Aircraft that sent or got them."),
  snr,
  squitters: count.describe("Receptions of squitters of the ground station."),
});

/** Messages between aircraft and a ground station by band and height of the sun. */
const PropagationPath = z.strictObject({
  groundStationId,
  band: count.describe("The band, whole MHz."),
  sunElevation: z
    .int()
    .describe(
      "Height of the sun over the middle of the path, degrees: the least of a range of ten.",
    ),
  messages: count.describe("Transmissions whose message has a position of the aircraft."),
  snr,
  distance: z.number().describe("Mean distance of the aircraft, km."),
});

export const Propagation = z.strictObject({
  from: Instant,
  to: Instant,
  channels: z.array(PropagationChannel).describe("By hour, the newest first, and by channel."),
  nextTo: Instant.nullable().describe(
    `The \`to\` with which the next hours are read, if there are more than ${propagationRowsMax} counts; else \`null\`.`,
  ),
  paths: z.array(PropagationPath).describe("Of all stations and the whole range."),
});
export type Propagation = z.infer<typeof Propagation>;

const PropagationQuery = z
  .strictObject({
    station: parameter
      .regex(/^\d{1,10}$/, "must be the id of a station")
      .transform(Number)
      .pipe(StationId)
      .optional()
      .meta({
        description:
          "The id of a station: counts of what it received, of the last 8 days. By default those of all stations.",
        examples: [7],
      }),
    ground_station: parameter.pipe(GroundStationId).optional(),
    ...hourFilters,
  })
  .check(checkHours);

/** A channel with the evidence that it is active. */
const ActiveChannel = z.strictObject({
  groundStationId,
  groundStation: z.string().nullable().describe("The name of the ground station."),
  latitude: z.number().nullable().describe("Degrees, of the ground station."),
  longitude: z.number().nullable(),
  frequency: megahertz,
  announcedAt: Instant.nullable().describe(
    "When a squitter last named the frequency as active, of this ground station or of another one.",
  ),
  squitterAt: Instant.nullable().describe(
    "When a squitter was last received on the channel itself.",
  ),
  receivedAt: Instant.nullable().describe("When any frame was last received on it."),
  receptions: count.describe(
    "Frames and squitters that stations received on it in the last 10 to 20 minutes.",
  ),
  stations: count.describe("Stations that received them, without hidden ones."),
  stationsNear: count.describe("Those within 1,000 km of the position."),
  reporting: count.describe("Aircraft that have reported in the last hour that they receive it."),
  snr,
  ageSeconds: z.number().nonnegative().describe("Age of the newest of these."),
  distance: z.number().nullable().describe("From the position to the ground station, km."),
  sunElevation: z
    .number()
    .nullable()
    .describe("Height of the sun over the middle of that path, degrees."),
  score: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "How likely the channel is received at the position: by what stations near it received, then by age, by the sun and the distance.",
    ),
});
export type ActiveChannel = z.infer<typeof ActiveChannel>;

export const ActiveChannels = z.strictObject({
  at: Instant,
  channels: z.array(ActiveChannel).describe("The highest score first."),
});
export type ActiveChannels = z.infer<typeof ActiveChannels>;

function degrees(max: number) {
  const text = `must be degrees from -${max} to ${max}`;
  return parameter
    .regex(/^-?\d{1,3}(\.\d{1,9})?$/, text)
    .transform(Number)
    .pipe(z.number().min(-max, text).max(max, text))
    .optional();
}

const ActiveQuery = z
  .strictObject({
    lat: degrees(90).meta({ description: "Latitude of the position, degrees.", examples: [47.4] }),
    lon: degrees(180).meta({ description: "Longitude of the position, degrees.", examples: [8.5] }),
  })
  .check(
    checkTogether(({ value, issues }) => {
      if ((value.lat === undefined) === (value.lon === undefined)) return;
      const path = [value.lat === undefined ? "lat" : "lon"];
      issues.push({ code: "custom", path, message: "is required with the other", input: value });
    }),
  );

/** The list of ground stations as programs read it that follow the one of airframes.io. */
const FollowedGroundStations = z.strictObject({
  ground_stations: z.array(
    z.strictObject({
      id: z.int().describe("The number of the ground station."),
      name: z.string(),
      frequencies: z.strictObject({ active: z.array(z.int()).describe("kHz.") }),
      last_updated: z.number().describe("Unix seconds."),
    }),
  ),
});
export type FollowedGroundStations = z.infer<typeof FollowedGroundStations>;

export const hfEndpoints = {
  readPropagation: endpoint({
    method: "GET",
    path: "/v1/propagation",
    summary: "Get propagation on HF",
    description:
      "Returns what was received of HFDL by ground station, frequency and hour, and messages by band and height of the sun. Counts follow the messages by a few minutes.",
    tag: "ground stations",
    access: "reader",
    query: PropagationQuery,
    answer: Propagation,
  }),
  listActiveChannels: endpoint({
    method: "GET",
    path: "/v1/hf/active",
    summary: "List active channels of HFDL",
    description:
      "Returns the channels that squitters name as active, and those on which stations have received something in the last minutes, with the evidence. With a position, those come first that are most likely received there. What unproven stations send can be wrong.",
    tag: "ground stations",
    access: "reader",
    query: ActiveQuery,
    answer: ActiveChannels,
  }),
  listFollowedGroundStations: endpoint({
    method: "GET",
    path: "/v1/hf/ground-stations",
    summary: "List active frequencies for receivers",
    description:
      "Returns ground stations with their active frequencies in the form of `https://api.airframes.io/hfdl/ground-stations`, which programs like HFDL Observer follow. It needs no key and is at most 10 seconds old.",
    tag: "ground stations",
    access: "open",
    limitedByAddress: true,
    answer: FollowedGroundStations,
    refusals: ["rate_limited", "unavailable"],
  }),
  readSystemTable: endpoint({
    method: "GET",
    path: "/v1/hf/systable.conf",
    summary: "Get the system table for dumphfdl",
    description:
      "Returns the system table in the form of `systable.conf` of dumphfdl. Decoders know a frequency by its number in the table, so it has all of them; comments name those that are active. It needs no key and is at most 10 seconds old.",
    tag: "ground stations",
    access: "open",
    limitedByAddress: true,
    status: 200,
    mediaTypes: ["text/plain"],
    refusals: ["rate_limited", "unavailable"],
  }),
};
