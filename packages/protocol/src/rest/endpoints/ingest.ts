import { z } from "zod";

/** What became of one item of a `POST /v1/ingest`. */
export const IngestItem = z.strictObject({
  index: z.int().nonnegative(),
  /** `accepted`: on disk, will be stored. `ignored`: understood, by design not stored. */
  status: z.enum(["accepted", "ignored", "rejected", "limited"]),
  /** The message's id, when accepted. */
  id: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});
export type IngestItem = z.infer<typeof IngestItem>;

/** The 202 answer to `POST /v1/ingest`. */
export const IngestAnswer = z.strictObject({
  accepted: z.int().nonnegative(),
  ignored: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  limited: z.int().nonnegative(),
  items: z.array(IngestItem),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;
