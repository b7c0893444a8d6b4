import { z } from "zod";

/** The most messages that a resume replays from the record; who missed more reads them by REST. */
export const resumeMessagesMax = 50_000;

/**
 * Ends a resume, to clients alone that gave `after`: what was missed has been sent, live messages
 * follow.
 */
export const FeedResumed = z.strictObject({
  /** Whether everything since `after` was sent; if not, `feed:gap` follows. */
  recovered: z.boolean(),
  /** How many messages were sent for it. */
  replayed: z.int().nonnegative(),
});
export type FeedResumed = z.infer<typeof FeedResumed>;

/** Messages are missing here and won't come by the feed; REST may have them. */
export const FeedGap = z.strictObject({
  /** The last message before the gap; null when not even that is known. */
  after: z.string().nullable(),
  /** The oldest message that a resume could still begin with; null when there is none. */
  oldest: z.string().nullable(),
});
export type FeedGap = z.infer<typeof FeedGap>;
