import {
  type AlarmTargets,
  ConfigError,
  createAlarm,
  createTaskGroup,
  every,
  type Metrics,
} from "@jetwire/runtime";
import type { RedisClient } from "./redis-client.ts";
import { fillOf, limitOf, readRedisFacts, type RedisFacts, unwrittenText } from "./server-facts.ts";

export interface WatchOptions {
  /** How often the server is read; every ten seconds by default. */
  readonly everyMs?: number;
  /** The share of the memory limit from which on the alarm is active; 0.8 by default. */
  readonly fillMax?: number;
  /** Whether the process is not ready during the alarm `redis-eviction`; true by default. */
  readonly failsReadiness?: boolean;
}

const watchEveryMs = 10_000;
/** The share of its memory limit from which on a server is nearly full. */
export const memoryFillMax = 0.8;
/** An alarm ends only this far below its limit, so that it does not begin again at once. */
const fillMargin = 0.05;

/**
 * Watches the settings and the memory of Redis until disposed: the alarm `redis-eviction`, during
 * which the process is not ready unless the options say otherwise, and the alarms `redis-memory` and `redis-disk`. Without `maxmemory` the used memory is
 * compared with the memory of the server's host. A Redis that does not answer is checked when it does.
 *
 * @throws ConfigError when Redis may evict keys.
 */
export async function watchRedis(
  redis: RedisClient,
  targets: AlarmTargets & { readonly metrics: Pick<Metrics, "gauge"> },
  { everyMs = watchEveryMs, fillMax = memoryFillMax, failsReadiness = true }: WatchOptions = {},
): Promise<AsyncDisposable> {
  const { log, metrics } = targets;
  const eviction = createAlarm("redis-eviction", targets, { failsReadiness });
  const memory = createAlarm("redis-memory", targets);
  const disk = createAlarm("redis-disk", targets);
  const used = metrics.gauge({
    name: "jetwire_redis_memory_used_bytes",
    help: "Memory that Redis uses; of a Cluster, its fullest master",
  });
  const limit = metrics.gauge({
    name: "jetwire_redis_memory_limit_bytes",
    help: "maxmemory of Redis, or the memory of its host if there is no maxmemory",
  });

  function report(facts: RedisFacts): void {
    used.set(facts.usedBytes);
    limit.set(limitOf(facts));
    const mistake = evictionMistake(facts);
    if (mistake === null) eviction.clear();
    else eviction.raise(mistake);
    if (facts.unwritten === null) disk.clear();
    else disk.raise(unwrittenText(facts.unwritten));
    const fill = fillOf(facts);
    if (fill >= fillMax) memory.raise(fullText(facts), { ...facts });
    else if (fill < fillMax - fillMargin) memory.clear();
  }

  const first = await readRedisFacts(redis).catch(() => null);
  if (first !== null) {
    const mistake = evictionMistake(first);
    if (mistake !== null) throw new ConfigError([`REDIS_URL: ${mistake}`]);
    if (first.maxBytes === 0) log.warn("Redis has no maxmemory: set it, or it may use up its host");
    report(first);
  }
  const tasks = createTaskGroup(() => {});
  tasks.run((signal) =>
    every(everyMs, async () => report(await readRedisFacts(redis)), {
      signal,
      log,
      task: "watch Redis",
      retryMsMax: everyMs,
    }),
  );
  return tasks;
}

/** Returns what is wrong with the server's policy and what to do, or null. */
function evictionMistake({ evictionPolicy }: RedisFacts): string | null {
  if (evictionPolicy === "noeviction") return null;
  return (
    `maxmemory-policy of Redis is ${evictionPolicy}, by which it deletes messages that are not ` +
    "stored yet; set it to noeviction"
  );
}

function fullText(facts: RedisFacts): string {
  const percent = Math.round(fillOf(facts) * 100);
  const of = facts.maxBytes > 0 ? "its maxmemory" : "the memory of its host";
  return `Redis uses ${percent} % of ${of}: give it more, or find the consumer group that lags`;
}
