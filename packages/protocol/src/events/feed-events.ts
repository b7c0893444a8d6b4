import { z } from "zod";
import { StationSummary } from "../message/station.ts";

/** `feed:authenticated`: the account of the API key, and its stations. */
export const FeedAuthenticated = z.strictObject({
  userId: z.string(),
  username: z.string(),
  stations: z.array(StationSummary),
});
export type FeedAuthenticated = z.infer<typeof FeedAuthenticated>;

/**
 * Ends a resume, for clients that sent `after`: the missed messages have been sent, and live messages
 * follow.
 */
export const FeedResumed = z.strictObject({
  recovered: z
    .boolean()
    .describe("Whether every message since `after` was sent. If not, `feed:gap` follows."),
  replayed: z.int().nonnegative().describe("Number of messages that were replayed."),
});
export type FeedResumed = z.infer<typeof FeedResumed>;

/** Messages are missing at this point and will not be sent by the feed; REST may have them. */
export const FeedGap = z.strictObject({
  after: z
    .string()
    .nullable()
    .describe("The id of the last message before the gap; `null` if it is unknown."),
  oldest: z
    .string()
    .nullable()
    .describe(
      "The id of the oldest message that a resume can start from; `null` if there is none.",
    ),
});
export type FeedGap = z.infer<typeof FeedGap>;
