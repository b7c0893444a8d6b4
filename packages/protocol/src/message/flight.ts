import { z } from "zod";

/** A flight as part of an enriched message. */
export const MessageFlight = z.strictObject({
  id: z.string(),
  flight: z.string().describe("The flight identifier as received."),
  flightIata: z
    .string()
    .nullable()
    .describe("With IATA airline code; `null` if the airline is unknown."),
  flightIcao: z
    .string()
    .nullable()
    .describe("With ICAO airline code; `null` if the airline is unknown."),
  departingAirport: z
    .string()
    .nullable()
    .describe("Code of the airport that its facts have; without facts, that was named last."),
  destinationAirport: z.string().nullable().describe("As `departingAirport`."),
  status: z
    .string()
    .nullable()
    .describe(
      "`active`, `landed` (a message reported that it landed) or `ended` (no message for an hour).",
    ),
  latitude: z
    .number()
    .nullable()
    .describe("Degrees. The latest position that is consistent with earlier ones."),
  longitude: z.number().nullable().describe("Degrees."),
  altitude: z.number().nullable().describe("Feet."),
  track: z
    .number()
    .nullable()
    .describe(
      "Degrees from true north: the track that the latest position was reported with, else the course from the one before.",
    ),
});
export type MessageFlight = z.infer<typeof MessageFlight>;
