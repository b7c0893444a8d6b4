import type { MessageParameters } from "../data/rest/message-pages.ts";
import type { Filters } from "../filters/query.ts";
import { instantOf, usualRange } from "./time-range.ts";

/** A search as the address has it. */
export interface Search {
  /** Filters, without times. */
  readonly filters: Filters;
  readonly since: string;
  readonly until: string | undefined;
  /** Whether a transmission is one row, not one for each station that received it. */
  readonly isGrouped: boolean;
}

/** Reads a search from the filters and the query of an address. */
export function searchOf(filters: Filters, query: Readonly<Record<string, unknown>>): Search {
  const { since = usualRange, until, first: _first, ...others } = filters;
  return { filters: others, since, until, isGrouped: query["first"] !== "0" };
}

/** Returns the parameters of `GET /v1/messages` and of exports for a search that is run at a time. */
export function parametersOf(search: Search, nowMs: number): MessageParameters {
  const { filters, since, until, isGrouped } = search;
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(given),
    since: instantOf(since, nowMs),
    ...(until !== undefined && { until: instantOf(until, nowMs) }),
    ...(isGrouped && { first: "true" }),
  };
}

/** A member that an export may add to its messages. */
export type ExportPart = "tree" | "raw";

/** Returns the address of an export of exactly the rows of a search. */
export function exportPath(
  parameters: MessageParameters,
  format: string,
  parts: readonly ExportPart[],
): string {
  const all = {
    ...parameters,
    format,
    ...(parts.length > 0 && format === "ndjson" && { include: parts.join(",") }),
  };
  return `/v1/messages/export?${new URLSearchParams(all).toString()}`;
}
