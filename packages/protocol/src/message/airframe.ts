import { z } from "zod";

/** An airframe as part of an enriched message. */
export const MessageAirframe = z.strictObject({
  id: z.string(),
  icao: z.string().nullable().describe("ICAO 24-bit address: 6 upper-case hexadecimal digits."),
  tail: z.string().nullable().describe("Registration."),
  type: z.string().nullable().describe("ICAO type designator."),
  manufacturer: z
    .string()
    .nullable()
    .describe("According to a register, else that of the type designator."),
  model: z
    .string()
    .nullable()
    .describe("According to a register, else the usual model of the type designator."),
  owner: z.string().nullable(),
  military: z.boolean().nullable(),
});
export type MessageAirframe = z.infer<typeof MessageAirframe>;
