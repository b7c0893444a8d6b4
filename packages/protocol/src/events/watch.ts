import { z } from "zod";
import { isMessageId } from "../message/message-id.ts";
import { Instant, Message } from "../message/message.ts";
import { refuseImpossible, refusalOf, SniffFilter } from "./sniff.ts";

/** Members of which a watch needs one: others select too much. */
const narrow = [
  "tail",
  "icao",
  "airframe",
  "flight",
  "airline",
  "airport",
  "label",
  "bbox",
  "stationId",
  "text",
  "q",
] as const;

// The type belongs to the airframe, which messages do not have yet when they are delivered.
const { aircraftType: _unknown, ...known } = SniffFilter.shape;

/**
 * Selects the messages of a watch, as a filter of the firehose does. Airports are those that the message itself
 * names.
 */
export const WatchFilter = z
  .strictObject(known)
  .check(refuseImpossible)
  .refine(
    (filter) => narrow.some((name) => filter[name] !== undefined),
    `must have at least one of ${narrow.join(", ")}`,
  )
  .meta({ anyOf: narrow.map((name) => ({ required: [name] })) });
export type WatchFilter = z.infer<typeof WatchFilter>;

const after = z.string().refine(isMessageId, "must be a message id or a position");

/** The argument of `messages:watch:start`. */
export const WatchOptions = z.strictObject({
  filter: WatchFilter,
  after: after
    .optional()
    .describe(
      "The id of the last message that the client has received, or a later `position`: what came since then, at most an hour ago, is sent first.",
    ),
});
export type WatchOptions = z.infer<typeof WatchOptions>;

export type WatchRequest =
  | { readonly ok: true; readonly options: WatchOptions }
  | { readonly ok: false; readonly refusal: string };

/** Parses the argument of `messages:watch:start`; a refusal names the member: `filter.bbox: …`. */
export function readWatchOptions(given: unknown): WatchRequest {
  const result = WatchOptions.safeParse(given ?? {});
  if (result.success) return { ok: true, options: result.data };
  const [issue] = result.error.issues;
  return { ok: false, refusal: issue ? refusalOf(issue) : "options: must be valid" };
}

const watchId = z
  .string()
  .describe("Names the watch in its events. Watches with equal filters have the same.");

const position = z
  .string()
  .describe("The `after` with which a client that has got everything so far resumes.");

/** The argument of `messages:watch:stop`. */
export const WatchStop = z.object({ watchId: z.string() });

/** `messages:watch:started`. */
export const WatchStarted = z.strictObject({
  watchId,
  filter: WatchFilter,
  position,
  share: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "The share of the latest messages that the filter selects; `null` if there are too few.",
    ),
});
export type WatchStarted = z.infer<typeof WatchStarted>;

/** `messages:watch:message`. */
export const WatchedMessage = z.strictObject({ watchId, message: Message });

/** `messages:watch:resumed`: ends a resume, after what was missed. */
export const WatchResumed = z.strictObject({
  watchId,
  recovered: z
    .boolean()
    .describe(
      "Whether every message since `after` was sent. If not, `messages:watch:gap` follows.",
    ),
  replayed: z.int().nonnegative().describe("Number of messages that were replayed."),
});
export type WatchResumed = z.infer<typeof WatchResumed>;

/** `messages:watch:gap`: messages are missing here; REST has them. */
export const WatchGap = z.strictObject({
  watchId,
  after: z
    .string()
    .nullable()
    .describe("The id of the last message before the gap; `null` if it is unknown."),
});
export type WatchGap = z.infer<typeof WatchGap>;

const heartbeatTime = Instant.describe("The server's time.");

/**
 * `messages:watch:heartbeat`: nothing came for 15 seconds, and the client has everything up to the position. That is some
 * seconds before the heartbeat: up to there it is known that the service compared every message with the watch.
 */
export const WatchHeartbeat = z.strictObject({ watchId, position, time: heartbeatTime });
export type WatchHeartbeat = z.infer<typeof WatchHeartbeat>;

/** `feed:heartbeat`, for clients that sent `heartbeat`: nothing came for 15 seconds, and the client has everything. */
export const FeedHeartbeat = z.strictObject({ position: position.nullable(), time: heartbeatTime });
export type FeedHeartbeat = z.infer<typeof FeedHeartbeat>;

/** `messages:watch:stopped`: the client has stopped the watch. */
export const WatchStopped = z.strictObject({ watchId });
