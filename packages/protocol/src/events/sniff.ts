import { z } from "zod";
import { liveFilters } from "../filters/filter-schemas.ts";
import { EnrichedMessage } from "../message/enriched-message.ts";

/** The most messages of `messages:sniff:recent`. */
export const recentMessagesMax = 100;

/**
 * A filter of the firehose. Members are combined with AND, the items of a list with OR. Parsing
 * normalizes a filter, so that equal filters are equal texts.
 */
export const SniffFilter = z.strictObject(liveFilters).check(refuseImpossible);
export type SniffFilter = z.infer<typeof SniffFilter>;

interface ComparedFilters {
  readonly label?: readonly string[] | undefined;
  readonly excludeLabel?: readonly string[] | undefined;
  readonly hasPosition?: boolean | undefined;
  readonly bbox?: readonly [number, number, number, number] | undefined;
}

/** Refuses filters that no message can match: an empty firehose would look like a quiet network. */
export function refuseImpossible(payload: z.core.ParsePayload<ComparedFilters>): void {
  const { label: labels, excludeLabel = [], hasPosition, bbox } = payload.value;
  function refuse(field: string, message: string): void {
    payload.issues.push({ code: "custom", path: [field], message, input: payload.value });
  }
  if (labels?.every((one) => excludeLabel.includes(one))) {
    refuse("excludeLabel", "must not exclude every label that is selected");
  }
  if (bbox && bbox[1] > bbox[3]) refuse("bbox", "south must not be greater than north");
  if (bbox && hasPosition === false) refuse("hasPosition", "must not be false together with bbox");
}

/** The least and the most of `everyMs`, and what it is a multiple of. */
const [everyMsStep, everyMsMax] = [50, 10_000];
const everyText = `must be a multiple of ${everyMsStep} from ${everyMsStep} to ${everyMsMax}`;
const recentText = `must be a whole number from 0 to ${recentMessagesMax}`;

/** The optional argument of `messages:sniff`. */
export const SniffOptions = z.strictObject({
  filter: SniffFilter.optional(),
  recent: z
    .int(recentText)
    .min(0, recentText)
    .max(recentMessagesMax, recentText)
    .optional()
    .describe(
      `Number of the latest messages to send first, as \`messages:sniff:recent\`: 0 to ${recentMessagesMax}.`,
    ),
  everyMs: z
    .int(everyText)
    .min(everyMsStep, everyText)
    .max(everyMsMax, everyText)
    .multipleOf(everyMsStep, everyText)
    .optional()
    .describe(
      `The least time between two writes of messages, in ms: a multiple of ${everyMsStep}, at most ${everyMsMax}. The messages in between follow together. It saves CPU and battery of the client.`,
    ),
  stats: z
    .boolean()
    .optional()
    .describe("Whether to send `messages:sniff:stats` every 10 seconds."),
  receptions: z
    .boolean()
    .optional()
    .describe(
      "Whether to send `messages:sniff:receptions`: how many stations received the transmissions of the last 10 seconds.",
    ),
  decoded: z
    .boolean()
    .optional()
    .describe(
      "Whether to send `message:decoded`: a later reception of a transmission that says more than the message that was sent.",
    ),
});
export type SniffOptions = z.infer<typeof SniffOptions>;

export type SniffRequest =
  | { readonly ok: true; readonly options: SniffOptions }
  | { readonly ok: false; readonly refusal: string };

/** Parses the options of `messages:sniff`; a refusal names the field: `filter.bbox: …`. */
export function readSniffOptions(given: unknown): SniffRequest {
  const result = SniffOptions.safeParse(given ?? {});
  if (result.success) return { ok: true, options: result.data };
  const issue = result.error.issues[0];
  return { ok: false, refusal: issue ? refusalOf(issue) : "options: must be valid" };
}

/** Names the member that an issue is about, and says what is wrong with it. */
export function refusalOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.slice(0, 2).map(String);
  if (issue.code === "unrecognized_keys") {
    const name = (issue.keys[0] ?? "").slice(0, 32);
    const what = path.length > 0 ? "is not a filter" : "is not an option";
    return `${[...path, name].join(".")}: ${what}`;
  }
  return `${path.join(".") || "options"}: ${issue.message}`;
}

/** The latest messages of the firehose, newest first. They are not sent again as `message`. */
export const SniffRecent = z.strictObject({
  newMessages: z.array(EnrichedMessage).max(recentMessagesMax),
});
export type SniffRecent = z.infer<typeof SniffRecent>;

const count = z.int().nonnegative();

/** Statistics since the last event of this kind, or since the subscription started. */
export const SniffStats = z.strictObject({
  seen: count.describe("Transmissions received by all stations together."),
  sampled: count.describe("Transmissions in the sample."),
  sent: count.describe("Messages sent to this client."),
  dropped: count.describe("Messages not sent to this client because it reads too slowly."),
  fraction: z.number().min(0).max(1).describe("Share of transmissions in the sample now, 0 to 1."),
  everyMs: z
    .int()
    .positive()
    .optional()
    .describe(
      "The least time between two writes of messages now, in ms, for clients that set `everyMs`: what they asked for, or more while the gateway is short of CPU.",
    ),
});
export type SniffStats = z.infer<typeof SniffStats>;

/** The most transmissions of one `messages:sniff:receptions`. */
export const receptionGroupsMax = 500;

/**
 * Numbers of receptions that have changed in the last second, of transmissions that were sent to this
 * client in the last 10 seconds. Best effort: a number may be too small.
 */
export const SniffReceptions = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        groupId: z.string().describe("The `groupId` of the message."),
        count: z.int().positive().describe("Receptions so far, by visible stations."),
      }),
    )
    .max(receptionGroupsMax),
});
export type SniffReceptions = z.infer<typeof SniffReceptions>;
