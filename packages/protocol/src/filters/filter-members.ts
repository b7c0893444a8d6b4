import type { Message } from "../message/message.ts";

/** How the text of a REST filter becomes the value of a member of a filter of the firehose. */
export type FilterForm = "text" | "texts" | "number" | "numbers" | "flag" | "box";

/** Comparisons with columns of messages: a predicate here, and a condition in `packages/db`. */
export type ColumnComparison =
  | "equal"
  | "oneOf"
  | "noneOf"
  | "registration"
  | "range"
  | "atLeast"
  | "atMost"
  | "part"
  | "noPart"
  | "position"
  | "box";

/** Comparisons for which the database looks something up: keys of flights, airframes, codes. */
export type LinkComparison =
  | "station"
  | "airframe"
  | "address"
  | "flight"
  | "airline"
  | "aircraftType"
  | "airport"
  | "content";

/** Members of a message that are compared; a member of the decoded content after a dot. */
type Compared = readonly (keyof Message | "decoded.description")[];

interface Shared {
  /** The query parameter of REST. */
  readonly parameter: string;
  /** Null for filters that only REST has. */
  readonly form: FilterForm | null;
}

/** A filter of messages: its names, and how it compares a message with the wanted value. */
export type FilterMember =
  | (Shared & { readonly compare: ColumnComparison; readonly of: Compared })
  | (Shared & { readonly compare: LinkComparison });

/**
 * The filters of messages, by their names in filters of the firehose. SQL, the firehose, alert rules and the page
 * take them from here. Those that take longer to compare come last.
 */
export const filterMembers = {
  stationId: { parameter: "station", form: "numbers", compare: "station" },
  airframe: { parameter: "airframe", form: "text", compare: "airframe" },
  sourceType: { parameter: "source_type", form: "texts", compare: "oneOf", of: ["sourceType"] },
  label: { parameter: "label", form: "texts", compare: "oneOf", of: ["label"] },
  excludeLabel: { parameter: "exclude_label", form: "texts", compare: "noneOf", of: ["label"] },
  linkDirection: {
    parameter: "link_direction",
    form: "text",
    compare: "equal",
    of: ["linkDirection"],
  },
  onGround: { parameter: "on_ground", form: "flag", compare: "equal", of: ["onGround"] },
  authenticated: {
    parameter: "authenticated",
    form: "flag",
    compare: "equal",
    of: ["authenticated"],
  },
  frequency: { parameter: "frequency", form: "text", compare: "range", of: ["frequency"] },
  snrMin: { parameter: "snr_min", form: "number", compare: "atLeast", of: ["snr"] },
  errorMax: { parameter: "error_max", form: null, compare: "atMost", of: ["error"] },
  hasPosition: {
    parameter: "has_position",
    form: "flag",
    compare: "position",
    of: ["latitude", "longitude"],
  },
  bbox: { parameter: "bbox", form: "box", compare: "box", of: ["latitude", "longitude"] },
  decoded: { parameter: "decoded", form: "texts", compare: "content" },
  icao: { parameter: "icao", form: "text", compare: "address" },
  aircraftType: { parameter: "aircraft_type", form: "text", compare: "aircraftType" },
  airport: { parameter: "airport", form: "text", compare: "airport" },
  tail: { parameter: "tail", form: "text", compare: "registration", of: ["tail"] },
  flight: { parameter: "flight", form: "text", compare: "flight" },
  airline: { parameter: "airline", form: "text", compare: "airline" },
  text: { parameter: "text", form: "text", compare: "part", of: ["text"] },
  q: { parameter: "q", form: "text", compare: "part", of: ["text", "decoded.description"] },
  excludeText: {
    parameter: "exclude_text",
    form: "texts",
    compare: "noPart",
    of: ["text", "decoded.description"],
  },
} as const satisfies Readonly<Record<string, FilterMember>>;

type Members = typeof filterMembers;

export type FilterMemberName = keyof Members;

/** The names of filters that compare columns. */
export type ColumnFilterName = {
  [Name in FilterMemberName]: Members[Name]["compare"] extends ColumnComparison ? Name : never;
}[FilterMemberName];

/** The query parameter of a filter. */
export type ParameterOf<Name extends FilterMemberName> = Members[Name]["parameter"];

/** The parameters of `GET /v1/messages` that are about transmissions and times, which only REST has. */
export const searchParameters = ["group", "first", "since", "until"] as const;

/** The names of all filters. */
export const filterMemberNames = Object.keys(filterMembers) as FilterMemberName[];
