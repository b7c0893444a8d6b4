import { timeFilter } from "./filters.ts";
import { checkTogether } from "./parameters.ts";

const hourMs = 3_600_000;
const daysMax = 31;

/** The parameters of an endpoint with counts of whole hours. */
export const hourFilters = {
  from: timeFilter.optional().describe("The first hour. Default: 24 hours before `to`."),
  to: timeFilter.optional().describe("The end of the last hour, not included. Default: now."),
};

interface HourQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the whole hours of a query, Unix ms. */
export function hourRange(
  { from, to }: HourQuery,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const toMs = Math.ceil((to === undefined ? nowMs : Date.parse(to)) / hourMs) * hourMs;
  const fromMs = from === undefined ? toMs - 24 * hourMs : Date.parse(from);
  return { fromMs: Math.floor(fromMs / hourMs) * hourMs, toMs };
}

/** Refuses a range that is empty, or too long. */
export const checkHours = checkTogether<HourQuery>(({ value, issues }) => {
  const { fromMs, toMs } = hourRange(value, Date.now());
  const days = (toMs - fromMs) / (24 * hourMs);
  if (days > 0 && days <= daysMax) return;
  const message = `must be before to, by at most ${daysMax} days`;
  issues.push({ code: "custom", path: ["from"], message, input: value });
});
