import { z } from "zod";
import { GroundStationId } from "../../../message/ground-station.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { checkHours, hourFilters } from "../../hour-range.ts";
import { parameter } from "../../parameters.ts";

const count = z.int().nonnegative();

/** The most counts of channels, ground stations and pairs of ground stations of an answer. */
export const vdlCountsMax = { channels: 5_000, groundStations: 500, handovers: 500 } as const;

const range = { from: Instant, to: Instant };
const name = z
  .string()
  .nullable()
  .describe("The name of the ground station, or the airports that it announces.");

/** The load of VDL by channel and hour. */
export const VdlChannels = z.strictObject({
  ...range,
  channels: z
    .array(
      z.strictObject({
        hour: Instant,
        frequency: z.number().describe("MHz."),
        messages: count.describe("Transmissions with a message."),
        aircraft: count.describe("Aircraft that sent or got them."),
        snr: z
          .number()
          .nullable()
          .describe("Mean signal-to-noise ratio, dB; `null` if no decoder tells it."),
      }),
    )
    .describe("By hour, the newest first, and by frequency."),
  nextTo: Instant.nullable().describe(
    `The \`to\` with which the next hours are read, if there are more than ${vdlCountsMax.channels} counts; else \`null\`.`,
  ),
});
export type VdlChannels = z.infer<typeof VdlChannels>;

/** How far ground stations of VDL reach. */
export const VdlReach = z.strictObject({
  ...range,
  groundStations: z
    .array(
      z.strictObject({
        groundStationId: GroundStationId,
        groundStation: name,
        messages: count.describe("Transmissions with the position of their aircraft."),
        farthest: z.number().nonnegative().describe("The greatest distance, km."),
        steps: z
          .array(z.strictObject({ from: count.describe("km."), messages: count }))
          .describe("Transmissions by distance of the aircraft, in ranges of 50 km."),
      }),
    )
    .describe(`Those with the most transmissions, at most ${vdlCountsMax.groundStations}.`),
});
export type VdlReach = z.infer<typeof VdlReach>;

/** How aircraft go on from one ground station of VDL to another. */
export const VdlHandovers = z.strictObject({
  ...range,
  handovers: z
    .array(
      z.strictObject({
        fromId: GroundStationId,
        fromName: name,
        toId: GroundStationId,
        toName: name,
        handovers: count,
      }),
    )
    .describe(`Those of the most aircraft, at most ${vdlCountsMax.handovers}.`),
});
export type VdlHandovers = z.infer<typeof VdlHandovers>;

const ChannelsQuery = z.strictObject(hourFilters).check(checkHours);
const GroundQuery = z
  .strictObject({
    ground_station: parameter
      .regex(/^vdl-/, "must be a ground station of VDL, like vdl-10992A")
      .pipe(GroundStationId)
      .optional()
      .meta({ description: "The id of a ground station of VDL.", examples: ["vdl-10992A"] }),
    ...hourFilters,
  })
  .check(checkHours);

const ofVdl = { method: "GET", tag: "ground stations", access: "reader" } as const;

export const vdlEndpoints = {
  listVdlChannels: endpoint({
    ...ofVdl,
    path: "/v1/vdl/channels",
    summary: "Get the load of VDL channels",
    description:
      "Returns what was received of VDL by frequency and hour. Counts follow the messages by a few minutes.",
    query: ChannelsQuery,
    answer: VdlChannels,
  }),
  listVdlReach: endpoint({
    ...ofVdl,
    path: "/v1/vdl/reach",
    summary: "Get the reach of VDL ground stations",
    description:
      "Returns how far aircraft were from the ground station of VDL with which they exchanged messages, for ground stations and aircraft whose position is known. Distances beyond the horizon of VHF are left out.",
    query: GroundQuery,
    answer: VdlReach,
  }),
  listVdlHandovers: endpoint({
    ...ofVdl,
    path: "/v1/vdl/handovers",
    summary: "List hand-overs between VDL ground stations",
    description:
      "Returns how often aircraft went on from one ground station of VDL to another, with at most 30 minutes between the messages.",
    query: GroundQuery,
    answer: VdlHandovers,
  }),
};
