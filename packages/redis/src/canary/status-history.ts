import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

const keptSeconds = 90 * 86_400;

/** The past as the status page shows it, for processes that start while Postgres does not answer. */
export type StatusHistoryCopy = ReturnType<typeof createStatusHistory>;

export function createStatusHistory(redis: RedisClient, { statusHistory }: Keys) {
  return {
    async save(text: string): Promise<void> {
      await redis.set(statusHistory, text, "EX", keptSeconds);
    },
    /** Returns the text that was saved last; null if there is none. */
    read: async (): Promise<string | null> => await redis.get(statusHistory),
  };
}
