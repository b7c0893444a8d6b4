import { z } from "zod";
import { PositionSource } from "../../../message/content.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { FlightParams, FlightPosition } from "./flights.ts";

/** The most positions of a track. */
export const trackPositionsMax = 2_000;

/** A position of a flight's track. */
export const TrackPosition = z.strictObject({
  ...FlightPosition.shape,
  at: Instant.describe(
    "When the airframe was there: the time that the message states, else when it was received. Positions are in this order.",
  ),
  sourceType: z.string(),
  positionSource: PositionSource.nullable(),
  stations: z.int().positive().describe("Number of stations that received the transmission."),
  plausible: z
    .boolean()
    .describe(
      "Whether the airframe can have flown there from the plausible position before: at most 700 knots, and 30 nautical miles more, or 10 between positions whose times are stated.",
    ),
  messageId: z.string().describe("The id of the first reception."),
});
export type TrackPosition = z.infer<typeof TrackPosition>;

export const flightTrackEndpoints = {
  readFlightTrack: endpoint({
    method: "GET",
    path: "/v1/flights/:id/track",
    summary: "Get a flight's track",
    description: `Returns the positions that messages of the flight report, in the order in which the airframe was there: the latest ${trackPositionsMax}, once per transmission.`,
    tag: "flights",
    access: "reader",
    params: FlightParams,
    answer: z.array(TrackPosition),
    refusals: ["not_found"],
  }),
};
