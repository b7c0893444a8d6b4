/** `<epoch>-<n>`, the position of an entry in a feed log. */
export type FeedPosition = string;

/** The position before every entry: of an account that never had a message. */
export const feedStart: FeedPosition = "0-0";

/**
 * A position and the tag of the entry there. A Redis that fails over to an older state may give a
 * position to another entry, but never its tag as well: while both are there, the log up to there
 * is unchanged. The tag is "" when no entry was seen.
 */
export interface FeedCursor {
  readonly position: FeedPosition;
  readonly tag: string;
}

/**
 * Whether nothing can lie between two positions. Only entry 1 of the first epoch follows the start:
 * what a log had before another epoch is unknown.
 */
export function followsDirectly(earlier: FeedPosition, later: FeedPosition): boolean {
  const [earlierEpoch, earlierN] = earlier.split("-");
  const [laterEpoch, laterN] = later.split("-");
  if (earlier === feedStart) return laterN === "1";
  return earlierEpoch === laterEpoch && Number(laterN) === Number(earlierN) + 1;
}

/** Whether a position lies after another: in a later epoch, or further on in the same one. */
export function isAfter(position: FeedPosition, other: FeedPosition): boolean {
  const [epoch, n] = position.split("-");
  const [otherEpoch, otherN] = other.split("-");
  return epoch === otherEpoch ? Number(n) > Number(otherN) : Number(epoch) > Number(otherEpoch);
}

/** Returns when the epoch of a position began, Unix ms; 0 for `feedStart`. */
export function feedEpochMs(position: FeedPosition): number {
  return Number(position.split("-")[0]);
}

/** Whether a text has the form of a position. */
export function isFeedPosition(text: string): boolean {
  return /^\d{1,15}-\d{1,15}$/.test(text);
}
