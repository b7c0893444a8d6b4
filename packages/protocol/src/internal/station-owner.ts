import { z } from "zod";
import { StationId } from "../message/station.ts";

/**
 * The owner of a station and whether others may see it, which routing needs. It is stored
 * in Postgres; a copy in Redis lets realtime start and continue while Postgres is unavailable.
 */
export const StationOwner = z.object({
  stationId: StationId,
  ident: z.string(),
  /** Null if the station has no owner. */
  accountId: z.string().nullable(),
  sourceType: z.string().nullable(),
  /** Visible to its owner only. */
  hidden: z.boolean(),
});
export type StationOwner = z.infer<typeof StationOwner>;
