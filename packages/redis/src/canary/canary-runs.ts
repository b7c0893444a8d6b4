import { CanaryRun } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Ten minutes of one process that sends every ten seconds. */
const keptMax = 60;
const keptSeconds = 86_400;

/** The results of the last canary messages. Every method rejects when Redis does not answer. */
export interface CanaryRuns {
  add(run: CanaryRun): Promise<void>;
  /** Returns the last 60, newest first. */
  list(): Promise<CanaryRun[]>;
}

export function createCanaryRuns(redis: RedisClient, keys: Keys): CanaryRuns {
  const { canaryRuns } = keys;
  return {
    async add(run) {
      await redis.lpush(canaryRuns, JSON.stringify(run));
      await redis.ltrim(canaryRuns, 0, keptMax - 1);
      await redis.expire(canaryRuns, keptSeconds);
    },
    async list() {
      const texts = await redis.lrange(canaryRuns, 0, keptMax - 1);
      return texts.flatMap((text) => {
        const run = CanaryRun.safeParse(JSON.parse(text));
        return run.success ? [run.data] : [];
      });
    },
  };
}
