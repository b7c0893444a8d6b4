import { z } from "zod";

/** The most messages that a resume replays from the record; who missed more reads them by REST. */
export const resumeMessagesMax = 50_000;

/**
 * Ends a resume, to clients alone that gave `after`: what was missed has been sent, live messages
 * follow.
 */
export const FeedResumed = z.strictObject({
  recovered: z
    .boolean()
    .describe("Whether everything since `after` was sent; if not, `feed:gap` follows"),
  replayed: z.int().nonnegative().describe("How many messages were sent for it"),
});
export type FeedResumed = z.infer<typeof FeedResumed>;

/** Messages are missing here and won't come by the feed; REST may have them. */
export const FeedGap = z.strictObject({
  after: z
    .string()
    .nullable()
    .describe("The last message before the gap; null when not even that is known"),
  oldest: z
    .string()
    .nullable()
    .describe("The oldest message that a resume could still begin with; null when there is none"),
});
export type FeedGap = z.infer<typeof FeedGap>;
