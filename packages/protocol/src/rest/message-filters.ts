import { z } from "zod";
import { decodedStates, decodedWords } from "../message/applications.ts";
import { messageIdFloor } from "../message/message-id.ts";
import { LinkDirection } from "../message/message.ts";
import { sourceTypes } from "../message/source-types.ts";
import {
  aircraftTypeFilter,
  airlineFilter,
  airportFilter,
  boxFilter,
  flagFilter,
  flightFilter,
  frequencyFilter,
  icaoFilter,
  linkFilter,
  tailFilter,
  timeFilter,
} from "./filters.ts";
import { checkTogether, parameter, timeOrderedCursor } from "./parameters.ts";

const listMax = 20;
/** The largest station id. */
const stationIdMax = 2 ** 31 - 1;

/** Alternatives, separated by commas; they become unique and sorted. */
function listFilter(item: RegExp, what: string) {
  return parameter
    .transform((text) => [...new Set(text.split(","))].toSorted())
    .refine((items) => items.length <= listMax, `must not have more than ${listMax} items`)
    .refine((items) => items.every((one) => item.test(one)), `must be ${what}, separated by commas`)
    .meta({
      type: "array",
      items: { type: "string", pattern: item.source },
      minItems: 1,
      maxItems: listMax,
    });
}

// Any printable character but the comma.
const labelFilter = listFilter(
  /^[\x20-\x2b\x2d-\x7e]{2}$/,
  "labels of two characters, for example H1",
);
const stationText = "must be a station's id or ident";
const digits = /^\d+$/;
const errorText = "must be a whole number from 0 to 1000";

function isStationId(id: number): boolean {
  return id >= 1 && id <= stationIdMax;
}

const partText = "must contain three letters or digits in a row";

/** A part of a text, long enough for an index of trigrams. */
const partFilter = parameter
  .max(64, "must not be longer than 64 characters")
  .min(3, partText)
  .regex(/[\p{L}\p{N}]{3}/u, partText);

const decodedText = "must be any, none, or names of applications like cpdlc, separated by commas";
const isDecodedWord = new RegExp(`^(?:${decodedWords.join("|")})$`);

/** The filters of lists and exports of messages. They are combined with AND. */
export const messageFilters = {
  flight: flightFilter.optional(),
  tail: tailFilter.optional(),
  icao: icaoFilter
    .optional()
    .describe(
      "The ICAO 24-bit address of the aircraft, as sender or as receiver, also of messages without an airframe: 6 hexadecimal digits, case-insensitive.",
    ),
  station: parameter
    .min(1, stationText)
    .max(64, stationText)
    .refine((text) => !digits.test(text) || isStationId(Number(text)), stationText)
    .transform((text) => (digits.test(text) ? Number(text) : text))
    .optional()
    .meta({
      description: "Id or ident of a station. A number is an id.",
      type: "string",
      minLength: 1,
      maxLength: 64,
      examples: ["7", "AB-KSFO1"],
    }),
  airframe: linkFilter.optional().describe("The id of an airframe."),
  airline: airlineFilter.optional(),
  aircraft_type: aircraftTypeFilter.optional(),
  airport: airportFilter
    .optional()
    .describe(
      "IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive.",
    ),
  frequency: frequencyFilter.optional(),
  group: timeOrderedCursor("must be a message id")
    .optional()
    .describe("The `groupId` of a transmission: all receptions of it."),
  first: flagFilter
    .optional()
    .describe(
      "`true`: each transmission once, by its first reception that matches the other filters, with the content of its best reception (`contentFrom`); `decoded=none` and `has_position=false` then mean that no reception has it. `false`: receptions after the first.",
    ),
  label: labelFilter.optional().meta({
    description: "ACARS labels, separated by commas: messages with any of them.",
    examples: [["H1", "5Z"]],
  }),
  exclude_label: labelFilter.optional().meta({
    description: "ACARS labels, separated by commas: messages with none of them.",
    examples: [["_d"]],
  }),
  source_type: listFilter(
    new RegExp(`^(?:${sourceTypes.join("|")})$`),
    `any of ${sourceTypes.join(", ")}`,
  )
    .optional()
    .meta({
      description: "Source types, separated by commas: messages with any of them.",
      examples: [["acars", "vdl"]],
    }),
  link_direction: parameter
    .pipe(LinkDirection)
    .optional()
    .describe("`uplink`: from the ground. `downlink`: from the airframe."),
  since: timeFilter
    .optional()
    .describe(
      "Only messages that the service received at or after this time. A day stands for its start in UTC.",
    ),
  until: timeFilter
    .optional()
    .describe("Only messages that the service received before this time."),
  text: partFilter.optional().meta({
    description:
      "A part of the text, case-insensitive, with at least three letters or digits in a row.",
    examples: ["POSN"],
  }),
  q: partFilter.optional().meta({
    description:
      "A part of the text or of the decoded description, case-insensitive, with at least three letters or digits in a row.",
    examples: ["climb to"],
  }),
  decoded: listFilter(isDecodedWord, `any of ${decodedWords.join(", ")}`)
    .refine(
      (names) => names.length === 1 || !decodedStates.some((state) => names.includes(state)),
      decodedText,
    )
    .optional()
    .meta({
      items: { type: "string", enum: [...decodedWords] },
      description:
        "`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content, separated by commas: messages with any of them. `cpdlc` includes CPDLC over the ATN.",
      examples: [["cpdlc"], ["any"]],
    }),
  on_ground: flagFilter
    .optional()
    .describe("Whether the message says that the airframe is on the ground."),
  authenticated: flagFilter
    .optional()
    .describe(
      "Whether a key of the station proved the message. Stations without a key match neither.",
    ),
  bbox: boxFilter.optional(),
  has_position: flagFilter.optional().describe("Whether the message reports a position."),
  error_max: parameter
    .regex(/^\d{1,4}$/, errorText)
    .transform(Number)
    .pipe(z.int().min(0).max(1_000, errorText))
    .optional()
    .describe(
      "Maximum number of errors, 0 to 1000. Messages with an unknown number of errors match too.",
    ),
} as const;

const MessageFilters = z.object(messageFilters);
/** The parsed filters of messages. */
export type MessageFilters = z.infer<typeof MessageFilters>;

interface Asked extends MessageFilters {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Refuses filters that no message can match, and names every contradiction: an empty list would look like silence. */
export const refuseImpossibleFilters = checkTogether<Asked>(({ value, issues }) => {
  const { label, exclude_label: excluded = [], since, until, before, after } = value;
  const [from, to] = [floorOf(since), floorOf(until)];
  const both = label?.filter((one) => excluded.includes(one)) ?? [];
  if (both.length > 0) {
    refuse("label", `must not contain ${both.join(",")}, which exclude_label excludes`);
    refuse("exclude_label", `must not contain ${both.join(",")}, which label selects`);
  }
  if (from !== null && to !== null && from >= to) {
    refuse("since", "must be earlier than until");
    refuse("until", "must be later than since");
  }
  if (from !== null && before !== undefined && before <= from) {
    refuse("since", "must be earlier than before");
    refuse("before", "must be newer than since");
  }
  if (to !== null && after !== undefined && after >= to) {
    refuse("until", "must be later than after");
    refuse("after", "must be older than until");
  }
  if (value.has_position === false && value.bbox !== undefined) {
    refuse("has_position", "must not be false together with bbox");
    refuse("bbox", "must not be combined with has_position=false");
  }

  function refuse(field: keyof Asked, message: string): void {
    issues.push({ code: "custom", path: [field], message, input: value });
  }
});

function floorOf(time: string | undefined): string | null {
  return time === undefined ? null : messageIdFloor(Date.parse(time));
}
