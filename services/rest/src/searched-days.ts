import type { MessageFilter } from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs, searchedDaysMax } from "@jetwire/protocol";

const dayMs = 86_400_000;

/** Where a page is looked for. */
export interface Asked {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Only in this time is a page looked for: back to `sinceId`, or, upwards, to `untilId`. */
export interface Searched {
  readonly sinceId: string | undefined;
  readonly untilId: string | undefined;
  /** The cursor that goes on from where the search ended. */
  readonly beyond: string;
}

interface Times {
  readonly nowMs: number;
  /** Until when pages upwards go. */
  readonly settledMs: number;
  /** Since when there are messages; null when that isn't known. */
  readonly keptFromMs: number | null;
}

const searchedMs = searchedDaysMax * dayMs;

/**
 * Within which time to look for what no index gives in the order of ids, so that what is seldom or
 * never there doesn't make a page read everything. Null when `isSearch` is false, when the page is
 * bounded already, or when it may look through all there is.
 *
 * @param times Unix ms
 */
export function searchedDays(filter: MessageFilter, asked: Asked, times: Times): Searched | null {
  const { before, after } = asked;
  if (times.keptFromMs === null || !isSearch(filter)) return null;
  if (after !== undefined && before === undefined) {
    const fromMs = Math.max(...[after, filter.sinceId].map(timeOf), times.keptFromMs);
    if (fromMs + searchedMs >= times.settledMs) return null;
    const beyond = messageIdFloor(fromMs + searchedMs);
    return { sinceId: undefined, untilId: beyond, beyond };
  }
  if (after !== undefined || filter.sinceId !== undefined) return null;
  const bounds = [before, filter.untilId].filter((id) => id !== undefined).map(messageIdTimeMs);
  const fromMs = Math.min(times.nowMs, ...bounds) - searchedMs;
  if (fromMs <= times.keptFromMs) return null;
  const sinceId = messageIdFloor(fromMs);
  return { sinceId, untilId: undefined, beyond: sinceId };
}

function timeOf(id: string | undefined): number {
  return id === undefined ? 0 : messageIdTimeMs(id);
}

/** Whether it has filters, and none of those that narrow by an index. */
export function isSearch(filter: MessageFilter): boolean {
  const { flightKeys, flightId, airframeIds, tail, stationId, labels } = filter;
  const narrow = [flightKeys, flightId, airframeIds, tail, stationId, labels];
  if (narrow.some((one) => one !== undefined)) return false;
  const { excludedLabels, sourceTypes, linkDirection, text, box, hasPosition, errorMax } = filter;
  const wide = [excludedLabels, sourceTypes, linkDirection, text, box, hasPosition, errorMax];
  return wide.some((one) => one !== undefined);
}
