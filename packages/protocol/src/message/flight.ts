import { z } from "zod";

/** A flight as the firehose shows it beside a message. */
export const MessageFlight = z.strictObject({
  id: z.string(),
  flight: z.string().describe("The identifier as it was heard"),
  flightIata: z.string().nullable(),
  flightIcao: z.string().nullable(),
  departingAirport: z.string().nullable(),
  destinationAirport: z.string().nullable(),
  status: z.string().nullable(),
  latitude: z.number().nullable().describe("Degrees"),
  longitude: z.number().nullable().describe("Degrees"),
  altitude: z.number().nullable().describe("Feet"),
  track: z.number().nullable().describe("Degrees"),
});
export type MessageFlight = z.infer<typeof MessageFlight>;
