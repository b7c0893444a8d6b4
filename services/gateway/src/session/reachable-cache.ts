import { LRUCache } from "lru-cache";

/** Remembers for seconds whom a user may reach, for what is sent often and stored nowhere. */
export interface ReachCache {
  /** @throws what the look-up throws. */
  mayReach(recipientId: string): Promise<boolean>;
  forget(): void;
}

const recipientsMax = 100;
const freshMs = 5_000;

export function createReachCache(lookUp: (recipientId: string) => Promise<boolean>): ReachCache {
  const known = new LRUCache<string, { allowed: boolean }>({ max: recipientsMax, ttl: freshMs });
  return {
    async mayReach(recipientId) {
      const kept = known.get(recipientId);
      if (kept) return kept.allowed;
      const allowed = await lookUp(recipientId);
      known.set(recipientId, { allowed });
      return allowed;
    },
    forget: () => known.clear(),
  };
}
