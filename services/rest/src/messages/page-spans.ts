import * as db from "@jetwire/db";
import type { MessageFilter } from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs, searchedDaysMax } from "@jetwire/protocol";
import { stableUntilId, type StoredRange } from "./stored-range.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Steps of the search for a page; the first one usually fills it. */
const indexedStepsMs = [30 * dayMs];
const searchStepsMs = [6 * hourMs, dayMs, 3 * dayMs, searchedDaysMax * dayMs];

/** The cursors of a page. */
export interface Cursors {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A span of time, by ids: from `sinceId` (inclusive) to `untilId` (exclusive); undefined is open. */
export interface IdSpan {
  readonly sinceId: string | undefined;
  readonly untilId: string | undefined;
  /** The cursor that continues at the end of this span; null if there is nothing beyond it. */
  readonly beyond: string | null;
}

/** Returns whether a page continues upwards from its cursor, not downwards from the newest message. */
export function isUpwards({ before, after }: Cursors): boolean {
  return after !== undefined && before === undefined;
}

/**
 * Returns the spans of time in which to search for a page, nearest first. A query over all days
 * costs as much as there are days, even if the first day fills the page. If no index returns the
 * filter's messages in the order of ids, a query might read all of them: then the last span ends
 * after a week, unless the client limits the time.
 */
export function pageSpans(
  filter: MessageFilter,
  cursors: Cursors,
  range: StoredRange,
  nowMs: number,
): IdSpan[] {
  return isUpwards(cursors)
    ? spansUpwards(filter, cursors, range)
    : spansDownwards(filter, cursors, range, nowMs);
}

function spansDownwards(
  filter: MessageFilter,
  { before, after }: Cursors,
  range: StoredRange,
  nowMs: number,
): IdSpan[] {
  const { sinceId } = filter;
  const fromMs = Math.min(nowMs, ...timesOf(before, filter.untilId));
  const limits = timesOf(after, sinceId);
  const endMs = Math.max(range.fromMs, ...limits);
  const spans: IdSpan[] = [];
  let { untilId } = filter;
  for (const stepMs of stepsOf(filter)) {
    if (fromMs - stepMs <= endMs) return [...spans, { sinceId, untilId, beyond: null }];
    const stepId = messageIdFloor(fromMs - stepMs);
    spans.push({ sinceId: stepId, untilId, beyond: stepId });
    untilId = stepId;
  }
  if (db.messageFilters.accessPath(filter).isSearch && limits.length === 0) return spans;
  return [...spans, { sinceId, untilId, beyond: null }];
}

function spansUpwards(filter: MessageFilter, { after }: Cursors, range: StoredRange): IdSpan[] {
  const fromMs = Math.max(range.fromMs, ...timesOf(after, filter.sinceId));
  const untilId = stableUntilId(range, filter.untilId);
  const endMs = messageIdTimeMs(untilId);
  const spans: IdSpan[] = [];
  let { sinceId } = filter;
  for (const stepMs of stepsOf(filter)) {
    if (fromMs + stepMs >= endMs) return [...spans, { sinceId, untilId, beyond: null }];
    const stepId = messageIdFloor(fromMs + stepMs);
    spans.push({ sinceId, untilId: stepId, beyond: stepId });
    sinceId = stepId;
  }
  if (db.messageFilters.accessPath(filter).isSearch && filter.untilId === undefined) return spans;
  return [...spans, { sinceId, untilId, beyond: null }];
}

function stepsOf(filter: MessageFilter): readonly number[] {
  return db.messageFilters.accessPath(filter).isSearch ? searchStepsMs : indexedStepsMs;
}

function timesOf(...ids: (string | undefined)[]): number[] {
  return ids.filter((id) => id !== undefined).map(messageIdTimeMs);
}
