import { createKeys, createRedisOpener, learnAirframes } from "@jetwire/redis";
import { createLogger, createMetrics, withDeadline } from "@jetwire/runtime";
import type { Servers } from "../servers.ts";

/** Ingest's directory of airframes. */
export interface AirframeDirectory extends AsyncDisposable {
  /** @returns how many tails it learnt. */
  learn(pairs: readonly { id: string; icao: string; tail: string }[]): Promise<number>;
}

const connectMsMax = 5_000;

/** Opens the directory; without a Redis it learns nothing, and ingest finds the pairs as it hears them. */
export async function openDirectory(servers: Servers): Promise<AirframeDirectory> {
  if (servers.redisUrl === null) {
    return { learn: async () => 0, [Symbol.asyncDispose]: async () => {} };
  }
  const log = createLogger("jetwire", "silent");
  const opening = createRedisOpener(servers.redisUrl, log, createMetrics({})).open("request");
  const redis = await withDeadline(opening, connectMsMax, "connecting to Redis");
  const keys = createKeys(servers.namespace);
  return {
    learn: (pairs) => learnAirframes(redis, keys, pairs),
    async [Symbol.asyncDispose]() {
      redis.disconnect();
    },
  };
}
