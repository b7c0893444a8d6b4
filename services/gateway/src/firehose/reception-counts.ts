import type { SniffReceptions } from "@jetwire/protocol";

type GroupCount = SniffReceptions["groups"][number];

const countedMs = 10_000;
/** Transmissions that are counted at a time. */
const groupsMax = 10_000;

/**
 * Counts the receptions of transmissions that were shown in the last ten seconds.
 *
 * @param now monotonic, ms
 */
export function createReceptionCounts(now: () => number) {
  const counts = new Map<string, { count: number; readonly sinceMs: number }>();
  const changed = new Set<string>();

  function forgetOld(): void {
    const oldestMs = now() - countedMs;
    for (const [groupId, { sinceMs }] of counts) {
      if (sinceMs > oldestMs && counts.size <= groupsMax) break;
      counts.delete(groupId);
      changed.delete(groupId);
    }
  }

  return {
    /** Adds the numbers of later receptions that a tick contains, by transmission. */
    add(later: Readonly<Record<string, number>>): void {
      for (const [groupId, more] of Object.entries(later)) {
        // The first reception is the message itself.
        const known = counts.get(groupId) ?? { count: 1, sinceMs: now() };
        known.count += more;
        counts.set(groupId, known);
        changed.add(groupId);
      }
      if (counts.size > groupsMax) forgetOld();
    },
    /** Returns the counts that changed since the last call, the latest last, and forgets old ones. */
    drainChanged(): GroupCount[] {
      const groups = Array.from(changed, (groupId) => ({
        groupId,
        count: counts.get(groupId)?.count ?? 1,
      }));
      changed.clear();
      forgetOld();
      return groups;
    },
  };
}
