import { z } from "zod";
import { decodedStates, decodedWords } from "../message/applications.ts";
import { EnrichedMessage } from "../message/enriched-message.ts";
import { airlineCode, flightKey } from "../message/flight-key.ts";
import { Frequencies } from "../message/frequencies.ts";
import { LinkDirection } from "../message/message.ts";
import { sourceTypes } from "../message/source-types.ts";
import { StationId } from "../message/station.ts";

/** The most messages of `messages:sniff:recent`. */
export const recentMessagesMax = 100;

function list<Item extends z.ZodType<string | number>>(item: Item): z.ZodArray<Item> {
  return z
    .array(item)
    .min(1, "must not be empty")
    .max(50, "must not have more than 50 items")
    .overwrite((items) => [...new Set(items)].toSorted((a, b) => (a < b ? -1 : 1)));
}

const sourceType = z.enum(sourceTypes, `must be one of ${sourceTypes.join(", ")}`);
const label = z
  .string()
  .regex(/^[\x20-\x7e]{2}$/, "must be a label of two characters, for example H1");
const degreesText = "must be degrees: west, south, east, north";
const longitude = z.number(degreesText).min(-180, degreesText).max(180, degreesText);
const latitude = z.number(degreesText).min(-90, degreesText).max(90, degreesText);

const application = z.enum(decodedWords, `must be one of ${decodedWords.join(", ")}`);

/**
 * A filter of the firehose. Members are combined with AND, the items of a list with OR. Parsing
 * normalizes a filter, so that equal filters are equal texts.
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
      .regex(/^[A-Z0-9-]{1,10}$/, "must be a tail of 1 to 10 letters, digits or hyphens")
      .optional(),
    icao: z
      .string()
      .toUpperCase()
      .regex(/^[0-9A-F]{6}$/, "must be 6 hexadecimal digits")
      .optional()
      .describe("The airframe's ICAO 24-bit address: 6 hexadecimal digits, case-insensitive."),
    flight: z
      .string()
      .trim()
      .toUpperCase()
      .max(16, "must not be longer than 16 characters")
      .refine(
        (text) => flightKey(text, new Map()) !== null,
        "must be a flight identifier, for example UA123",
      )
      .optional()
      .describe(
        "Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same flight.",
      ),
    airline: z
      .string()
      .trim()
      .toUpperCase()
      .regex(airlineCode, "must be an airline code of 2 or 3 characters, for example UA or UAL")
      .optional()
      .describe(
        "IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline.",
      ),
    aircraftType: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z][A-Z0-9]{1,3}$/, "must be a type designator, for example B738")
      .optional()
      .describe("ICAO type designator of the airframe, case-insensitive."),
    airport: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{3,4}$/, "must be an airport code of 3 or 4 characters")
      .optional()
      .describe(
        "IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive.",
      ),
    frequency: Frequencies.optional().describe(
      "Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included.",
    ),
    stationId: list(StationId).optional(),
    airframe: z
      .string()
      .min(1, "must not be empty")
      .max(64, "must not be longer than 64 characters")
      .optional()
      .describe("The id of an airframe."),
    text: z
      .string()
      .min(1, "must not be empty")
      .max(64, "must not be longer than 64 characters")
      .optional()
      .describe("A part of the text, case-insensitive."),
    q: z
      .string()
      .min(1, "must not be empty")
      .max(64, "must not be longer than 64 characters")
      .optional()
      .describe("A part of the text or of the decoded description, case-insensitive."),
    decoded: list(application)
      .refine(
        (names) => names.length === 1 || !decodedStates.some((state) => names.includes(state)),
        "must be any, none, or names of applications",
      )
      .optional()
      .describe(
        "`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content; `cpdlc` includes CPDLC over the ATN.",
      ),
    onGround: z
      .boolean()
      .optional()
      .describe("Whether the message says that the airframe is on the ground."),
    authenticated: z
      .boolean()
      .optional()
      .describe(
        "Whether a key of the station proved the message. Stations without a key match neither.",
      ),
    hasPosition: z.boolean().optional().describe("Whether the message reports a position."),
    bbox: z
      .tuple([longitude, latitude, longitude, latitude], "must be [west, south, east, north]")
      .optional()
      .describe("West, south, east, north in degrees. West greater than east crosses 180°."),
  })
  .check(refuseImpossible);
export type SniffFilter = z.infer<typeof SniffFilter>;

interface ComparedFilters {
  readonly label?: readonly string[] | undefined;
  readonly excludeLabel?: readonly string[] | undefined;
  readonly hasPosition?: boolean | undefined;
  readonly bbox?: readonly [number, number, number, number] | undefined;
}

/** Refuses filters that no message can match: an empty firehose would look like a quiet network. */
function refuseImpossible(payload: z.core.ParsePayload<ComparedFilters>): void {
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

function refusalOf(issue: z.core.$ZodIssue): string {
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
