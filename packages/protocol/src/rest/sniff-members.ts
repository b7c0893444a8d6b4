import type { SniffFilter } from "../events/sniff.ts";
import type { MessageFilters } from "./message-filters.ts";

export type MessageFilterName = keyof MessageFilters;

/** How the text of a REST filter becomes the value of a member of a filter of the firehose. */
type Form = "text" | "texts" | "numbers" | "flag" | "box";

interface Mapped {
  readonly member: keyof SniffFilter;
  readonly form: Form;
}

/**
 * The member of `SniffFilter` that each filter of `GET /v1/messages` corresponds to; null for those that
 * only REST has. The firehose has the first reception of each transmission, and no past.
 */
export const sniffMembers: Readonly<Record<MessageFilterName, Mapped | null>> = {
  flight: { member: "flight", form: "text" },
  tail: { member: "tail", form: "text" },
  icao: { member: "icao", form: "text" },
  // REST takes idents, too. Only ids have a meaning here.
  station: { member: "stationId", form: "numbers" },
  airframe: { member: "airframe", form: "text" },
  airline: { member: "airline", form: "text" },
  aircraft_type: { member: "aircraftType", form: "text" },
  airport: { member: "airport", form: "text" },
  frequency: { member: "frequency", form: "text" },
  group: null,
  first: null,
  label: { member: "label", form: "texts" },
  exclude_label: { member: "excludeLabel", form: "texts" },
  source_type: { member: "sourceType", form: "texts" },
  link_direction: { member: "linkDirection", form: "text" },
  since: null,
  until: null,
  text: { member: "text", form: "text" },
  q: { member: "q", form: "text" },
  decoded: { member: "decoded", form: "texts" },
  on_ground: { member: "onGround", form: "flag" },
  authenticated: { member: "authenticated", form: "flag" },
  bbox: { member: "bbox", form: "box" },
  has_position: { member: "hasPosition", form: "flag" },
  error_max: null,
};

/** A filter of the firehose made of REST parameters. */
export interface MappedFilter {
  /** Not validated: the server refuses what is wrong, with the member's name. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The parameters that have no effect on the firehose. */
  readonly restOnly: readonly string[];
}

/** Converts REST parameters, as a URL has them, to a filter of the firehose. */
export function sniffFilterOf(parameters: Readonly<Record<string, string>>): MappedFilter {
  const filter: Record<string, unknown> = {};
  const restOnly: string[] = [];
  for (const [name, text] of Object.entries(parameters)) {
    const mapped = Object.hasOwn(sniffMembers, name)
      ? sniffMembers[name as MessageFilterName]
      : null;
    const value = mapped === null ? undefined : valueOf(text, mapped.form);
    if (mapped === null || value === undefined) restOnly.push(name);
    else filter[mapped.member] = value;
  }
  return { filter, restOnly };
}

/** Returns undefined for what the form cannot express: the ident of a station. */
function valueOf(text: string, form: Form): unknown {
  switch (form) {
    case "text":
      return text;
    case "texts":
      return text.split(",");
    case "numbers":
      return /^\d+(?:,\d+)*$/.test(text) ? text.split(",").map(Number) : undefined;
    case "box":
      return text.split(",").map(Number);
    case "flag":
      return text === "true" ? true : text === "false" ? false : text;
  }
}
