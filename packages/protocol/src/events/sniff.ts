import { z } from "zod";
import { EnrichedMessage } from "../message/enriched-message.ts";
import { flightKey } from "../message/flight-key.ts";
import { LinkDirection } from "../message/message.ts";
import { StationId } from "../message/station.ts";

/** Most messages that `messages:sniff:recent` brings. */
export const recentMessagesMax = 100;

function list<Item extends z.ZodType<string | number>>(item: Item): z.ZodArray<Item> {
  return z
    .array(item)
    .min(1, "must not be empty")
    .max(50, "has more than 50 items")
    .overwrite((items) => [...new Set(items)].toSorted((a, b) => (a < b ? -1 : 1)));
}

const sourceType = z.string().regex(/^[a-z0-9-]{1,32}$/, "is not a source type");
const label = z.string().regex(/^[\x20-\x7e]{1,4}$/, "is not a label");
const degreesText = "must be degrees: west, south, east, north";
const longitude = z.number(degreesText).min(-180, degreesText).max(180, degreesText);
const latitude = z.number(degreesText).min(-90, degreesText).max(90, degreesText);

/**
 * Which messages of the firehose a client wants: those that fit every member given. Lists hold
 * alternatives. Parsing brings a filter to one spelling, so that equal filters are equal texts.
 */
export const SniffFilter = z
  .strictObject({
    sourceType: list(sourceType).optional(),
    label: list(label).optional(),
    excludeLabel: list(label).optional(),
    linkDirection: LinkDirection.optional(),
    tail: z
      .string()
      .trim()
      .toUpperCase()
      .overwrite((text) => text.replace(/^\.+/, ""))
      .regex(/^[A-Z0-9-]{1,10}$/, "is not a tail")
      .optional(),
    icao: z
      .string()
      .toUpperCase()
      .regex(/^[0-9A-F]{6}$/, "is not a 24-bit address in hex")
      .optional()
      .describe("The aircraft's 24-bit address"),
    flight: z
      .string()
      .trim()
      .toUpperCase()
      .max(16, "is longer than any flight")
      .refine((text) => flightKey(text, new Map()) !== null, "names no flight")
      .optional()
      .describe("`UA123`, `UA0123`, `UAL123`, in any case: one flight"),
    stationId: list(StationId).optional(),
    airframe: z
      .string()
      .min(1, "must not be empty")
      .max(64, "is longer than any id")
      .optional()
      .describe("An airframe's id"),
    text: z
      .string()
      .min(1, "must not be empty")
      .max(64, "has more than 64 characters")
      .optional()
      .describe("A part of the text, in any case"),
    hasPosition: z.boolean().optional(),
    bbox: z
      .tuple([longitude, latitude, longitude, latitude], "must be [west, south, east, north]")
      .optional()
      .describe("West, south, east, north in degrees; west greater than east crosses 180°"),
  })
  .check(refuseImpossible);
export type SniffFilter = z.infer<typeof SniffFilter>;

interface FilterParts {
  readonly label?: readonly string[] | undefined;
  readonly excludeLabel?: readonly string[] | undefined;
  readonly hasPosition?: boolean | undefined;
  readonly bbox?: readonly [number, number, number, number] | undefined;
}

/** Refuses what no message can fit: an empty view would look like a quiet network. */
function refuseImpossible(payload: z.core.ParsePayload<FilterParts>): void {
  const { label: labels, excludeLabel = [], hasPosition, bbox } = payload.value;
  function refuse(field: string, message: string): void {
    payload.issues.push({ code: "custom", path: [field], message, input: payload.value });
  }
  if (labels?.every((one) => excludeLabel.includes(one))) {
    refuse("excludeLabel", "leaves none of the labels asked for");
  }
  if (bbox && bbox[1] > bbox[3]) refuse("bbox", "its south lies north of its north");
  if (bbox && hasPosition === false) refuse("hasPosition", "contradicts bbox");
}

const recentText = `must be a whole number from 0 to ${recentMessagesMax}`;

/** What a client may pass with `messages:sniff`; nothing is the spec's own form. */
export const SniffOptions = z.strictObject({
  filter: SniffFilter.optional(),
  recent: z
    .int(recentText)
    .min(0, recentText)
    .max(recentMessagesMax, recentText)
    .optional()
    .describe("How many of the latest messages to send first, by `messages:sniff:recent`"),
  stats: z.boolean().optional().describe("Whether to send `messages:sniff:stats`"),
});
export type SniffOptions = z.infer<typeof SniffOptions>;

export type SniffRequest =
  | { readonly ok: true; readonly options: SniffOptions }
  | { readonly ok: false; readonly refusal: string };

/** Reads the options of `messages:sniff`, or says which field is wrong: `filter.bbox: …`. */
export function readSniffOptions(given: unknown): SniffRequest {
  const result = SniffOptions.safeParse(given ?? {});
  if (result.success) return { ok: true, options: result.data };
  const issue = result.error.issues[0];
  return { ok: false, refusal: issue ? refusalOf(issue) : "options: are not valid" };
}

function refusalOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.slice(0, 2).map(String);
  if (issue.code === "unrecognized_keys") {
    const name = (issue.keys[0] ?? "").slice(0, 32);
    const what = path.length > 0 ? "is not a filter" : "is not an option";
    return `${[...path, name].join(".")}: ${what}`;
  }
  return `${path.join(".") || "options"}: ${issue.message}`;
}

/** What was on the firehose just now, newest first; what comes by `message` is not in it. */
export const SniffRecent = z.strictObject({
  newMessages: z.array(EnrichedMessage).max(recentMessagesMax),
});
export type SniffRecent = z.infer<typeof SniffRecent>;

const count = z.int().nonnegative();

/** Since the last one, or since the sniff began. */
export const SniffStats = z.strictObject({
  seen: count.describe("Transmissions that all stations together heard"),
  sampled: count.describe("Of those, how many the sample took"),
  sent: count.describe("Messages sent to this client"),
  dropped: count.describe("Messages for this client that were left out because it read too slowly"),
  fraction: z
    .number()
    .min(0)
    .max(1)
    .describe("The share of transmissions that is sampled now, 0 to 1"),
});
export type SniffStats = z.infer<typeof SniffStats>;
