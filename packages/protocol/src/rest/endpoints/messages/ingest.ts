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

/** The 202 response of `POST /v1/ingest` for a batch of a relay. The other members count its acknowledged lines. */
export const RelayAnswer = z.strictObject({
  /** The lines from the beginning of the batch that need not be sent again: they are on disk, or were refused. */
  acknowledged: z.int().nonnegative(),
  /** Lines that were on disk before. */
  repeated: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  ignored: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  /** Lines that were refused for a reason that does not pass by itself, by reason. */
  refused: z.record(z.string(), z.int().positive()),
});
export type RelayAnswer = z.infer<typeof RelayAnswer>;
