import type { Filters, OfferedFilter } from "../filters/query.ts";
import { en } from "../text/en.ts";

/** The members of an alert's filter that the form has. */
export type AlertField = keyof typeof en.alerts.fields;

export const alertFields = Object.keys(en.alerts.fields) as AlertField[];

/** Returns the name that a member has in addresses of the page, and in the form of filters. */
export function filterNameOf(field: AlertField): OfferedFilter {
  if (field === "aircraftType") return "aircraft_type";
  if (field === "excludeText") return "exclude_text";
  return field === "sourceType" ? "source_type" : field;
}

/** Whether an alert rule can begin with some of these filters. */
export function hasAlertFilter(filters: Filters): boolean {
  return alertFields.some((field) => (filters[filterNameOf(field)] ?? "") !== "");
}
