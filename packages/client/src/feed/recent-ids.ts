import { resumeMessagesMax } from "@jetwire/protocol/plain";

/** The ids of recent messages. */
export interface RecentIds {
  /** @returns whether the id is new. */
  add(id: string): boolean;
}

/**
 * A resume repeats at most 50,000 messages and the minute before them, which is 18,000 messages at 300
 * a second of one account.
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
