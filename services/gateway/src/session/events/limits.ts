import { createEventLimit, type EventLimit } from "../../limits/event-limit.ts";

/** What one connection may send in a minute; the public contract sets the first. */
export interface SessionLimits {
  readonly sends: EventLimit;
  readonly reads: EventLimit;
  readonly notifications: EventLimit;
  readonly typing: EventLimit;
  readonly blocks: EventLimit;
  readonly refreshes: EventLimit;
}

/** @param now monotonic, ms */
export function createSessionLimits(now: () => number): SessionLimits {
  return {
    sends: createEventLimit(30, now),
    reads: createEventLimit(60, now),
    notifications: createEventLimit(60, now),
    typing: createEventLimit(600, now),
    blocks: createEventLimit(30, now),
    refreshes: createEventLimit(10, now),
  };
}
