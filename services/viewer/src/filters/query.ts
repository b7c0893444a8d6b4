import { type MessageFilterName, sniffFilterOf, sniffMembers } from "@jetwire/protocol/plain";
import type { SniffFilter } from "@jetwire/protocol";
import type { AddressQuery } from "../app/search-params.ts";

/** The filters of the page, by the names that REST and the address have for them. */
export type Filters = Readonly<Partial<Record<MessageFilterName, string>>>;

/** Names of filters in the order in which the bar offers them. */
export const offeredFilters = [
  "source_type",
  "link_direction",
  "airline",
  "flight",
  "tail",
  "icao",
  "aircraft_type",
  "airport",
  "station",
  "label",
  "exclude_label",
  "q",
  "exclude_text",
  "decoded",
  "bbox",
  "has_position",
  "frequency",
  "snr_min",
  "on_ground",
  "authenticated",
] as const satisfies readonly MessageFilterName[];

export type OfferedFilter = (typeof offeredFilters)[number];

/** Labels of messages that only test the link. */
const linkTestLabels = "_d,Q0,SQ";

const charsMax = 200;
const titleCharsMax = 80;

/** Reads the filters of an address; other names in it are not filters. */
export function filtersOf(query: AddressQuery): Filters {
  const entries = Object.entries(query).filter(
    ([name, value]) => Object.hasOwn(sniffMembers, name) && value !== "",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value.slice(0, charsMax)]));
}

/** Filters for the firehose, and the names of those that only stored messages can be filtered by. */
export interface LiveFilters {
  readonly filter: SniffFilter | undefined;
  readonly restOnly: readonly string[];
}

/**
 * Converts filters for the firehose. The server checks them and names what is wrong.
 *
 * @param hidesTests whether messages that only test the link are left out, unless a label is selected
 */
export function liveFiltersOf(filters: Filters, hidesTests: boolean): LiveFilters {
  const asksForLabels = filters.label !== undefined || filters.exclude_label !== undefined;
  const applied =
    hidesTests && !asksForLabels ? { ...filters, exclude_label: linkTestLabels } : filters;
  const given = Object.fromEntries(
    Object.entries(applied).filter(([, value]) => value !== undefined),
  );
  const { filter, restOnly } = sniffFilterOf(given);
  const isEmpty = Object.keys(filter).length === 0;
  // Only the server validates it.
  return { filter: isEmpty ? undefined : filter, restOnly };
}

/** Filters that links of other pages set; they have chips, but no field. */
const linkedFilters = [
  "airframe",
  "group",
  "text",
  "error_max",
] as const satisfies readonly MessageFilterName[];

export type ChipFilter = OfferedFilter | (typeof linkedFilters)[number];

/** Names of filters that have a chip, in the order of the chips. */
export const chipFilters: readonly ChipFilter[] = [...offeredFilters, ...linkedFilters];

/** Returns the values of filters in a few words, for a title. */
export function shownFilters(filters: Filters): string {
  const values = chipFilters.map((name) => filters[name]).filter((value) => value !== undefined);
  return values.join(", ").slice(0, titleCharsMax);
}

/** Returns the query of an address without names that have no value. */
export function definedOf(query: Readonly<Record<string, string | undefined>>): AddressQuery {
  const entries = Object.entries(query);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
