import type { SniffFilter } from "../events/sniff.ts";
import {
  type FilterForm,
  type FilterMember,
  type FilterMemberName,
  filterMemberNames,
  filterMembers,
  type ParameterOf,
  searchParameters,
} from "../filters/filter-members.ts";

export type MessageFilterName = ParameterOf<FilterMemberName> | (typeof searchParameters)[number];

interface Mapped {
  readonly member: keyof SniffFilter;
  readonly form: FilterForm;
}

/**
 * The member of `SniffFilter` that each filter of `GET /v1/messages` corresponds to; null for those that
 * only REST has. The firehose has the first reception of each transmission, and no past.
 */
export const sniffMembers = Object.fromEntries([
  ...filterMemberNames.map((member) => {
    const { parameter, form }: FilterMember = filterMembers[member];
    return [parameter, form === null ? null : { member, form }];
  }),
  ...searchParameters.map((name) => [name, null]),
]) as Readonly<Record<MessageFilterName, Mapped | null>>;

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
function valueOf(text: string, form: FilterForm): unknown {
  switch (form) {
    case "text":
      return text;
    case "texts":
      return text.split(",");
    case "number":
      return Number(text);
    case "numbers":
      return /^\d+(?:,\d+)*$/.test(text) ? text.split(",").map(Number) : undefined;
    case "box":
      return text.split(",").map(Number);
    case "flag":
      return text === "true" ? true : text === "false" ? false : text;
  }
}
