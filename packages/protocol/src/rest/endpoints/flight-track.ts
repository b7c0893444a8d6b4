import { z } from "zod";
import { PositionSource } from "../../message/content.ts";
import { endpoint } from "../endpoint.ts";
import { FlightParams, FlightPosition } from "./flights.ts";

/** The most positions of a track. */
export const trackPositionsMax = 2_000;

/** A position of a flight's track. */
export const TrackPosition = z.strictObject({
  ...FlightPosition.shape,
  sourceType: z.string(),
  positionSource: PositionSource.nullable(),
  stations: z.int().positive().describe("Number of stations that received the transmission."),
  plausible: z
    .boolean()
    .describe(
      "Whether the airframe can have flown there from the plausible position before: at most 1,300 knots, and 30 nautical miles more.",
    ),
  messageId: z.string().describe("The id of the first reception."),
});
export type TrackPosition = z.infer<typeof TrackPosition>;

export const flightTrackEndpoints = {
  readFlightTrack: endpoint({
    method: "GET",
    path: "/v1/flights/:id/track",
    summary: "Get a flight's track",
    description: `Returns the positions that messages of the flight report, the oldest first: the latest ${trackPositionsMax}, once per transmission.`,
    tag: "flights",
    access: "reader",
    params: FlightParams,
    answer: z.array(TrackPosition),
    refusals: ["not_found"],
  }),
};
