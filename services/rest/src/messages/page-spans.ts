import { accessPath, type MessageFilter } from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs, searchedDaysMax } from "@jetwire/protocol";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How far a page is looked for, step by step: mostly the first one fills it. */
const nearMs = [30 * dayMs];
const searchMs = [6 * hourMs, dayMs, 3 * dayMs, searchedDaysMax * dayMs];

/** A page's cursors. */
export interface Cursors {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A piece of time, by ids: from (inclusive), and before; open where undefined. */
export interface Span {
  readonly sinceId: string | undefined;
  readonly untilId: string | undefined;
  /** The cursor that goes on where this piece ends; null when there is nothing beyond it. */
  readonly beyond: string | null;
}

export interface Times {
  readonly nowMs: number;
  /** Until when pages upwards go. */
  readonly stableUntilMs: number;
  /** Since when there are messages; 0 when that isn't known. */
  readonly retainedFromMs: number;
}

/** Whether a page is the one next to its cursor upwards, not downwards from the newest. */
export function isUpwards({ before, after }: Cursors): boolean {
  return after !== undefined && before === undefined;
}

/**
 * The pieces of time in which to look for a page one after another, nearest first. A query over all
 * days costs as much as there are days, even where it finds the page in the first; and what no index
 * gives in the order of ids could make it read all of them, so there the last piece ends after a
 * week, unless the time was bounded by who asks.
 *
 * @param times Unix ms
 */
export function pageSpans(filter: MessageFilter, cursors: Cursors, times: Times): Span[] {
  return isUpwards(cursors)
    ? spansUpwards(filter, cursors, times)
    : spansDownwards(filter, cursors, times);
}

function spansDownwards(
  filter: MessageFilter,
  { before, after }: Cursors,
  { nowMs, retainedFromMs }: Times,
): Span[] {
  const fromMs = Math.min(nowMs, ...timesOf(before, filter.untilId));
  const asked = timesOf(after, filter.sinceId);
  const endMs = Math.max(retainedFromMs, ...asked);
  const spans: Span[] = [];
  let untilId = filter.untilId;
  for (const stepMs of stepsOf(filter)) {
    if (fromMs - stepMs <= endMs)
      return [...spans, { sinceId: filter.sinceId, untilId, beyond: null }];
    const sinceId = messageIdFloor(fromMs - stepMs);
    spans.push({ sinceId, untilId, beyond: sinceId });
    untilId = sinceId;
  }
  if (accessPath(filter).isSearch && asked.length === 0) return spans;
  return [...spans, { sinceId: filter.sinceId, untilId, beyond: null }];
}

function spansUpwards(
  filter: MessageFilter,
  { after }: Cursors,
  { stableUntilMs, retainedFromMs }: Times,
): Span[] {
  const fromMs = Math.max(retainedFromMs, ...timesOf(after, filter.sinceId));
  const endMs = Math.min(stableUntilMs, ...timesOf(filter.untilId));
  const endId = messageIdFloor(endMs);
  const spans: Span[] = [];
  let sinceId = filter.sinceId;
  for (const stepMs of stepsOf(filter)) {
    if (fromMs + stepMs >= endMs) return [...spans, { sinceId, untilId: endId, beyond: null }];
    const untilId = messageIdFloor(fromMs + stepMs);
    spans.push({ sinceId, untilId, beyond: untilId });
    sinceId = untilId;
  }
  if (accessPath(filter).isSearch && filter.untilId === undefined) return spans;
  return [...spans, { sinceId, untilId: endId, beyond: null }];
}

function stepsOf(filter: MessageFilter): readonly number[] {
  return accessPath(filter).isSearch ? searchMs : nearMs;
}

function timesOf(...ids: (string | undefined)[]): number[] {
  return ids.filter((id) => id !== undefined).map(messageIdTimeMs);
}
