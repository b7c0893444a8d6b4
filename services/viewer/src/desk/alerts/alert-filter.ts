import type { AlertFilter } from "@jetwire/protocol";
import type { AddressQuery } from "../../app/search-params.ts";
import { type AlertField, alertFields, filterNameOf } from "../../entity/alert-fields.ts";
import { type ChipFilter, chipFilters } from "../../filters/query.ts";
import { en } from "../../text/en.ts";

/** The members of an alert's filter that the form has, as texts. */
export type AlertTexts = Partial<Record<AlertField, string>>;
/** Reads the members of an alert's filter from an address. */
export function alertFilterOf(query: Readonly<Partial<AddressQuery>>): AlertTexts {
  const entries = alertFields.flatMap((field) => {
    const text = query[filterNameOf(field)];
    return text === undefined || text === "" ? [] : [[field, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the names of the filters of an address that alert rules do not have. */
export function leftOutOf(query: Readonly<Partial<AddressQuery>>): string[] {
  const known = new Set<ChipFilter>(alertFields.map(filterNameOf));
  return chipFilters
    .filter((name) => (query[name] ?? "") !== "" && !known.has(name))
    .map((name) => en.filters.names[name]);
}

const lists: readonly AlertField[] = ["label", "sourceType", "decoded", "excludeText"];

/** Converts the texts of the form to a filter. The server checks it, and names what is wrong. */
export function filterOfTexts(texts: AlertTexts): AlertFilter {
  const entries = Object.entries(texts)
    .map(([name, text]): [string, unknown] => [name, valueOf(name as AlertField, text.trim())])
    .filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as AlertFilter;
}

function valueOf(field: AlertField, text: string): unknown {
  if (text === "") return null;
  if (lists.includes(field)) return text.split(",");
  return field === "bbox" ? text.split(",").map(Number) : text;
}

/** Converts a filter to the texts of the form. */
export function textsOfFilter(filter: AlertFilter): AlertTexts {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : String(value),
    ]),
  );
}

/** Says in words what a filter selects. */
export function describeAlertFilter(filter: AlertFilter): string {
  const texts = textsOfFilter(filter);
  return alertFields
    .flatMap((field) => {
      const text = texts[field];
      return text === undefined ? [] : [`${en.alerts.fields[field]}: ${text}`];
    })
    .join(" · ");
}
