import { z } from "zod";
import { decodedStates, decodedWords } from "../message/applications.ts";
import { airlineCode, flightKey } from "../message/flight-key.ts";
import { LinkDirection } from "../message/message.ts";
import { sourceTypes } from "../message/source-types.ts";
import { StationId } from "../message/station.ts";
import {
  aircraftTypeFilter,
  airlineFilter,
  airportFilter,
  boxFilter,
  flagFilter,
  flightFilter,
  Frequencies,
  frequencyFilter,
  icaoFilter,
  linkFilter,
  listFilter,
  listMax,
  snrFilter,
  tailFilter,
} from "../rest/filters.ts";
import { parameter } from "../rest/parameters.ts";
import {
  filterMemberNames,
  filterMembers,
  type FilterMemberName,
  type ParameterOf,
} from "./filter-members.ts";
import {
  application,
  label,
  latitude,
  valueList,
  longitude,
  snr,
  sourceType,
} from "./live-values.ts";
import { textSchemas } from "./text-schemas.ts";

function flag(description: string) {
  return {
    stored: flagFilter.optional().describe(description),
    live: z.boolean().optional().describe(description),
  };
}

// Any printable character but the comma.
const labelFilter = listFilter(
  /^[\x20-\x2b\x2d-\x7e]{2}$/,
  "labels of two characters, for example H1",
);
const stationText = "must be a station's id or ident, or ids of stations, separated by commas";
const digits = /^\d+(?:,\d+)*$/;
/** Ids have at most ten digits. */
const stationCharsMax = listMax * 11;
const errorText = "must be a whole number from 0 to 1000";

const decodedText = "must be any, none, or names of applications like cpdlc, separated by commas";
const isDecodedWord = new RegExp(`^(?:${decodedWords.join("|")})$`);

/**
 * The schemas of filters of messages: `stored` of the query parameter of REST, `live` of the member of a filter of
 * the firehose, null if it has none. Parsing normalizes a live filter, so that equal filters are equal texts.
 */
const schemas = {
  stationId: {
    stored: parameter
      .min(1, stationText)
      .max(stationCharsMax, stationText)
      .refine(
        (text) =>
          !digits.test(text) ||
          text.split(",").every((id) => StationId.safeParse(Number(id)).success),
        stationText,
      )
      .transform(stationsOf)
      .refine(
        (given) => typeof given !== "object" || given.length <= listMax,
        `must not have more than ${listMax} ids`,
      )
      .optional()
      .meta({
        description:
          "Id or ident of a station, or ids of several, separated by commas. A number is an id.",
        type: "string",
        minLength: 1,
        maxLength: stationCharsMax,
        examples: ["7", "AB-KSFO1", "7,12"],
      }),
    live: valueList(StationId).optional(),
  },
  airframe: {
    stored: linkFilter.optional().describe("The id of an airframe."),
    live: z
      .string()
      .min(1, "must not be empty")
      .max(64, "must not be longer than 64 characters")
      .optional()
      .describe("The id of an airframe."),
  },
  icao: {
    stored: icaoFilter
      .optional()
      .describe(
        "The ICAO 24-bit address of the aircraft, as sender or as receiver, also of messages without an airframe: 6 hexadecimal digits, case-insensitive.",
      ),
    live: z
      .string()
      .toUpperCase()
      .regex(/^[0-9A-F]{6}$/, "must be 6 hexadecimal digits")
      .optional()
      .describe(
        "The ICAO 24-bit address of the aircraft, also of messages without an airframe: 6 hexadecimal digits, case-insensitive.",
      ),
  },
  tail: {
    stored: tailFilter.optional(),
    live: z
      .string()
      .trim()
      .toUpperCase()
      .overwrite((text) => text.replace(/^\.+/, ""))
      .regex(/^[A-Z0-9-]{1,10}$/, "must be a tail of 1 to 10 letters, digits or hyphens")
      .optional(),
  },
  flight: {
    stored: flightFilter.optional(),
    live: z
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
  },
  airline: {
    stored: airlineFilter.optional(),
    live: z
      .string()
      .trim()
      .toUpperCase()
      .regex(airlineCode, "must be an airline code of 2 or 3 characters, for example UA or UAL")
      .optional()
      .describe(
        "IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline.",
      ),
  },
  aircraftType: {
    stored: aircraftTypeFilter.optional(),
    live: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z][A-Z0-9]{1,3}$/, "must be a type designator, for example B738")
      .optional()
      .describe("ICAO type designator of the airframe, case-insensitive."),
  },
  airport: {
    stored: airportFilter
      .optional()
      .describe(
        "IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive.",
      ),
    live: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{3,4}$/, "must be an airport code of 3 or 4 characters")
      .optional()
      .describe(
        "IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive.",
      ),
  },
  sourceType: {
    stored: listFilter(
      new RegExp(`^(?:${sourceTypes.join("|")})$`),
      `any of ${sourceTypes.join(", ")}`,
    )
      .optional()
      .meta({
        description: "Source types, separated by commas: messages with any of them.",
        examples: [["acars", "vdl"]],
      }),
    live: valueList(sourceType).optional(),
  },
  linkDirection: {
    stored: parameter
      .pipe(LinkDirection)
      .optional()
      .describe("`uplink`: from the ground. `downlink`: from the airframe."),
    live: LinkDirection.optional(),
  },
  label: {
    stored: labelFilter.optional().meta({
      description: "ACARS labels, separated by commas: messages with any of them.",
      examples: [["H1", "5Z"]],
    }),
    live: valueList(label).optional(),
  },
  excludeLabel: {
    stored: labelFilter.optional().meta({
      description: "ACARS labels, separated by commas: messages with none of them.",
      examples: [["_d"]],
    }),
    live: valueList(label).optional(),
  },
  frequency: {
    stored: frequencyFilter.optional(),
    live: Frequencies.optional().describe(
      "Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included.",
    ),
  },
  snrMin: {
    stored: snrFilter.optional(),
    live: snr.optional(),
  },
  errorMax: {
    stored: parameter
      .regex(/^\d{1,4}$/, errorText)
      .transform(Number)
      .pipe(z.int().min(0).max(1_000, errorText))
      .optional()
      .describe(
        "Maximum number of errors, 0 to 1000. Messages with an unknown number of errors match too.",
      ),
    live: null,
  },
  ...textSchemas,
  decoded: {
    stored: listFilter(isDecodedWord, `any of ${decodedWords.join(", ")}`)
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
    live: valueList(application)
      .refine(
        (names) => names.length === 1 || !decodedStates.some((state) => names.includes(state)),
        "must be any, none, or names of applications",
      )
      .optional()
      .describe(
        "`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content; `cpdlc` includes CPDLC over the ATN.",
      ),
  },
  onGround: flag("Whether the message says that the airframe is on the ground."),
  authenticated: flag(
    "Whether a key of the station proved the message. Stations without a key match neither.",
  ),
  hasPosition: flag("Whether the message reports a position."),
  bbox: {
    stored: boxFilter.optional(),
    live: z
      .tuple([longitude, latitude, longitude, latitude], "must be [west, south, east, north]")
      .optional()
      .describe("West, south, east, north in degrees. West greater than east crosses 180°."),
  },
} as const satisfies Readonly<
  Record<FilterMemberName, { readonly stored: z.ZodType; readonly live: z.ZodType | null }>
>;

/** An ident may have commas, so that only ids are a list. */
function stationsOf(text: string): string | number | number[] {
  if (!digits.test(text)) return text;
  const ids = [...new Set(text.split(",").map(Number))];
  return ids.length === 1 && ids[0] !== undefined ? ids[0] : ids;
}

type Schemas = typeof schemas;

type LiveName = {
  [Name in FilterMemberName]: Schemas[Name]["live"] extends null ? never : Name;
}[FilterMemberName];

/** The filters of the firehose. */
export const liveFilters = Object.fromEntries(
  Object.entries(schemas).flatMap(([name, { live }]) => (live === null ? [] : [[name, live]])),
) as { readonly [Name in LiveName]: Schemas[Name]["live"] };

/** The filters of stored messages, by their query parameters. */
export const storedFilters = Object.fromEntries(
  filterMemberNames.map((name) => [filterMembers[name].parameter, schemas[name].stored]),
) as { readonly [Name in FilterMemberName as ParameterOf<Name>]: Schemas[Name]["stored"] };
