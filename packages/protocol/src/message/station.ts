import { z } from "zod";

/** Station ids are small positive integers, given out by Postgres. */
export const StationId = z.int().positive().max(2_147_483_647);
export type StationId = z.infer<typeof StationId>;

/** As `feed:authenticated` lists an account's stations. */
export const StationSummary = z.strictObject({
  id: StationId,
  ident: z.string(),
  sourceType: z.string().nullable(),
});
export type StationSummary = z.infer<typeof StationSummary>;

/** As `station:monitor:started` and `station:monitor:data` name a station. */
export const StationName = StationSummary.pick({ id: true, ident: true });
export type StationName = z.infer<typeof StationName>;

/** The station inside an enriched message: never an address, an e-mail or an account. */
export const MessageStation = z.strictObject({
  ...StationSummary.shape,
  countryCode: z.string().nullable(),
  latitude: z.number().nullable().describe("Degrees, rounded unless the owner opted in"),
  longitude: z.number().nullable().describe("Degrees, rounded unless the owner opted in"),
});
export type MessageStation = z.infer<typeof MessageStation>;
