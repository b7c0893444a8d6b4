import type { Notice } from "@jetwire/protocol";
import { createKeys, createRedisOpener, publishNotice } from "@jetwire/redis";
import { createLogger, createMetrics, withDeadline } from "@jetwire/runtime";
import type { Servers } from "./servers.ts";

const noticeMsMax = 2_000;

/**
 * Tells all processes of what they may have remembered. That Redis isn't known or doesn't answer is
 * no failure: they ask Postgres every other second as well.
 */
export async function tellProcesses(servers: Servers, notice: Notice): Promise<void> {
  if (servers.redisUrl === null) return;
  const log = createLogger("jetwire", "silent");
  const opening = createRedisOpener(servers.redisUrl, log, createMetrics({})).open("request");
  try {
    const redis = await withDeadline(opening, noticeMsMax, "connecting to Redis");
    await publishNotice(redis, createKeys(servers.namespace), notice);
  } catch {
    // The next check finds it.
  } finally {
    void opening.then((redis) => redis.disconnect());
  }
}
