/** Remembers the transmissions that were written to somebody in the last ten seconds. */
export interface ShownGroups {
  /** @param ids ids of first receptions, which are those of their groups */
  add(ids: Iterable<string>): void;
  has(groupId: string): boolean;
}

const shownMs = 10_000;
const groupsMax = 5_000;

/** @param now monotonic, ms */
export function createShownGroups(now: () => number): ShownGroups {
  const shownAt = new Map<string, number>();
  return {
    add(ids) {
      const nowMs = now();
      for (const id of ids) shownAt.set(id, nowMs);
      for (const [id, ms] of shownAt) {
        if (ms > nowMs - shownMs && shownAt.size <= groupsMax) break;
        shownAt.delete(id);
      }
    },
    has: (groupId) => (shownAt.get(groupId) ?? Number.NEGATIVE_INFINITY) > now() - shownMs,
  };
}
