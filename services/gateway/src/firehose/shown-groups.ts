import { bestScore, type ContentScore, emptyScore } from "@jetwire/protocol";

const shownMs = 10_000;
const groupsMax = 5_000;

interface Shown {
  readonly sinceMs: number;
  readonly score: ContentScore;
}

/**
 * Remembers the transmissions that were written to somebody in the last ten seconds, and how much was
 * said about them.
 *
 * @param now monotonic, ms
 */
export function createShownGroups(now: () => number) {
  const shown = new Map<string, Shown>();

  function find(groupId: string): Shown | undefined {
    const found = shown.get(groupId);
    return found && found.sinceMs > now() - shownMs ? found : undefined;
  }

  function forgetOld(): void {
    const oldestMs = now() - shownMs;
    for (const [groupId, { sinceMs }] of shown) {
      if (sinceMs > oldestMs && shown.size <= groupsMax) break;
      shown.delete(groupId);
    }
  }

  return {
    /** Adds a transmission, or what more was said about it. */
    add(groupId: string, score: ContentScore): void {
      const known = find(groupId);
      const sinceMs = known?.sinceMs ?? now();
      if (!known) shown.delete(groupId);
      shown.set(groupId, { sinceMs, score: bestScore(score, known?.score ?? emptyScore) });
      forgetOld();
    },
    has: (groupId: string): boolean => find(groupId) !== undefined,
    /** Returns how much was said about a transmission; null if it was not written. */
    scoreOf: (groupId: string): ContentScore | null => find(groupId)?.score ?? null,
  };
}
