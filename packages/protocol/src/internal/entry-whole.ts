import { z } from "zod";
import { Decoded } from "../message/content.ts";
import { StationId } from "../message/station.ts";
import { Whole } from "../message/whole.ts";

/**
 * The whole that the message of a stream entry completes, as a consumer reads it. Members that this
 * release does not know are left out.
 */
export const EntryWhole = z.object({
  /** The stations whose receptions the text is made of. It may be shown to those who may see all of them. */
  stationIds: z.array(StationId).min(1),
  whole: z.object({ ...Whole.shape, decoded: z.object(Decoded.shape).nullable() }),
});
export type EntryWhole = z.infer<typeof EntryWhole>;

/** Reads a whole of an entry. Null if there is none, or it is not readable: its parts are delivered anyway. */
export function readEntryWhole(json: string | undefined): EntryWhole | null {
  if (json === undefined) return null;
  try {
    return EntryWhole.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
