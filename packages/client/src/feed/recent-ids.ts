import { resumeMessagesMax } from "@jetwire/protocol";

/** Ids seen lately. */
export interface RecentIds {
  /** Notes an id. @returns whether it was new. */
  add(id: string): boolean;
}

/**
 * What can be repeated is what a resume replays: 50,000 messages at most, and the minute before them.
 * At 300 messages a second of one account that minute is 18,000.
 */
const idsMax = resumeMessagesMax + 18_000;

export function createRecentIds(countMax = idsMax): RecentIds {
  const ids = new Set<string>();
  return {
    add(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > countMax && oldest !== undefined) ids.delete(oldest);
      return true;
    },
  };
}
