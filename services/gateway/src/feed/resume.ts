import { type FeedEntry, type FeedPosition, isAfter } from "@jetwire/redis";
import type { FeedStart } from "./feed-start.ts";

/** The catching up of a client that resumes. */
export interface Resume {
  /** Its end in the log; null when it ends with the replay from Postgres. */
  readonly end: FeedPosition | null;
  /** The account's stations now: messages of stations that it no longer owns are not replayed. All stations of a watch. */
  owned: ReadonlySet<number> | "all";
  replayed: number;
}

/** Begins the catching up; null for a client that starts live. */
export function resumeOf(start: FeedStart): Resume | null {
  if (start.from === "live") return null;
  return { end: start.from === "log" ? start.end : null, owned: new Set(), replayed: 0 };
}

/** Returns the entries up to the end of what the client missed. */
export function missedEntries(
  entries: readonly FeedEntry[],
  { end }: Resume,
): readonly FeedEntry[] {
  return end === null ? entries : entries.filter(({ position }) => !isAfter(position, end));
}

/** Returns those of them that are of the account's stations now. */
export function ownEntries(entries: readonly FeedEntry[], resume: Resume): readonly FeedEntry[] {
  const { owned } = resume;
  return missedEntries(entries, resume).filter(
    ({ stationId }) => owned === "all" || stationId === 0 || owned.has(stationId),
  );
}
