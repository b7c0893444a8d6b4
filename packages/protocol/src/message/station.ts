import { z } from "zod";

/** Station ids are positive integers that Postgres assigns. */
export const StationId = z.int().positive().max(2_147_483_647);
export type StationId = z.infer<typeof StationId>;

/** The most characters of an ident. */
export const identCharsMax = 64;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns an ident in the spelling in which stations have it: a UUID in lower case, in which RFC 9562 writes it. Programs of
 * one feeder may write it in either case, and mean one station.
 */
export function uniformIdent(ident: string): string {
  return uuid.test(ident) ? ident.toLowerCase() : ident;
}

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
