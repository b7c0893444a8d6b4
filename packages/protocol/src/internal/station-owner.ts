import { z } from "zod";
import { StationId } from "../message/station.ts";

/**
 * What routing knows of a station: whose it is and whether others may see it. Lives in Postgres;
 * a copy in Redis lets realtime start and go on while Postgres is away.
 */
export const StationOwner = z.object({
  stationId: StationId,
  ident: z.string(),
  /** Null while nobody has claimed the station. */
  accountId: z.string().nullable(),
  sourceType: z.string().nullable(),
  /** Shown to its owner only. */
  hidden: z.boolean(),
});
export type StationOwner = z.infer<typeof StationOwner>;
