import { z } from "zod";

/** The result of one item of `POST /v1/ingest`. */
export const IngestItem = z.strictObject({
  index: z.int().nonnegative(),
  /** `accepted`: written to disk, and will be stored. `ignored`: recognized, but not stored by design. */
  status: z.enum(["accepted", "ignored", "rejected", "limited"]),
  /**
   * The id under which an accepted message can be read: of a duplicate, the id of the message that is
   * kept. Missing while that is unknown, because Redis does not answer.
   */
  id: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});
export type IngestItem = z.infer<typeof IngestItem>;

/** The 202 response of `POST /v1/ingest`. */
export const IngestAnswer = z.strictObject({
  accepted: z.int().nonnegative(),
  ignored: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  limited: z.int().nonnegative(),
  items: z.array(IngestItem),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;
