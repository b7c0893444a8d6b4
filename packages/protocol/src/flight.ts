import { z } from "zod";

/** A flight as the firehose shows it beside a message. */
export const MessageFlight = z.strictObject({
  id: z.string(),
  /** The identifier as it was heard. */
  flight: z.string(),
  flightIata: z.string().nullable(),
  flightIcao: z.string().nullable(),
  departingAirport: z.string().nullable(),
  destinationAirport: z.string().nullable(),
  status: z.string().nullable(),
  /** Degrees, degrees, feet, degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  altitude: z.number().nullable(),
  track: z.number().nullable(),
});
export type MessageFlight = z.infer<typeof MessageFlight>;
