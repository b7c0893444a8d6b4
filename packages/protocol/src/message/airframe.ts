import { z } from "zod";

/** An airframe as the firehose shows it beside a message. */
export const MessageAirframe = z.strictObject({
  id: z.string(),
  icao: z.string().nullable().describe("24-bit address, 6 upper-case hex digits"),
  tail: z.string().nullable(),
  type: z.string().nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  owner: z.string().nullable(),
  military: z.boolean().nullable(),
});
export type MessageAirframe = z.infer<typeof MessageAirframe>;
