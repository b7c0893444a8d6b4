import { z } from "zod";

/** Station ids are positive integers that Postgres assigns. */
export const StationId = z.int().positive().max(2_147_483_647);
export type StationId = z.infer<typeof StationId>;

/** A station in `feed:authenticated`. */
export const StationSummary = z.strictObject({
  id: StationId,
  ident: z.string(),
  sourceType: z.string().nullable(),
});
export type StationSummary = z.infer<typeof StationSummary>;

/** A station in `station:monitor:started` and `station:monitor:data`. */
export const StationName = StationSummary.pick({ id: true, ident: true });
export type StationName = z.infer<typeof StationName>;

/** The station of an enriched message. It never contains an address, an e-mail or an account. */
export const MessageStation = z.strictObject({
  ...StationSummary.shape,
  countryCode: z.string().nullable().describe("ISO 3166-1 alpha-2 country code."),
  latitude: z
    .number()
    .nullable()
    .describe("Degrees, rounded to a tenth unless the owner shows the exact position."),
  longitude: z
    .number()
    .nullable()
    .describe("Degrees, rounded to a tenth unless the owner shows the exact position."),
});
export type MessageStation = z.infer<typeof MessageStation>;
