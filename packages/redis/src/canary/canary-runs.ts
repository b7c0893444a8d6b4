import { CanaryRun } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Ten minutes of one process that sends every ten seconds. */
const keptMax = 60;
const keptSeconds = 86_400;

/** The results of the last canary messages. Every method rejects when Redis does not answer. */
export type CanaryRuns = ReturnType<typeof createCanaryRuns>;

export function createCanaryRuns(redis: RedisClient, keys: Keys) {
  const { canaryRuns } = keys;
  return {
    async add(run: CanaryRun): Promise<void> {
      await redis.lpush(canaryRuns, JSON.stringify(run));
      await redis.ltrim(canaryRuns, 0, keptMax - 1);
      await redis.expire(canaryRuns, keptSeconds);
    },
    /** Returns the last 60, newest first. */
    async list(): Promise<CanaryRun[]> {
      const texts = await redis.lrange(canaryRuns, 0, keptMax - 1);
      return texts.flatMap((text) => {
        const run = CanaryRun.safeParse(JSON.parse(text));
        return run.success ? [run.data] : [];
      });
    },
  };
}
