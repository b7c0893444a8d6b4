import { z } from "zod";
import { StationId } from "../message/station.ts";
import { StationKeyPolicy } from "../rest/endpoints/stations/stations.ts";

/**
 * The keys of a station and its policy, by which ingest checks messages. They are stored in Postgres;
 * a copy in Redis lets ingest start while Postgres is unavailable.
 */
export const StationAccess = z.object({
  stationId: StationId,
  ident: z.string(),
  policy: StationKeyPolicy,
  /** SHA-256 of each active key, base64. */
  keyHashes: z.array(z.string()),
});
export type StationAccess = z.infer<typeof StationAccess>;
