import type { Counter, Logger, Metrics } from "@jetwire/runtime";
import { Redis, type RedisOptions } from "ioredis";

/**
 * What a connection is for, because that decides how it may fail:
 *
 * - `request`: answers somebody who waits. Fails fast, never queues while Redis is away.
 * - `append`: writes the stream; the same, with more time.
 * - `blocking`: sits in a blocking read and owns its connection.
 * - `subscriber`: hears channels; reconnects for ever and subscribes again.
 * - `limiter`: must not cost a request more than a moment, even with Redis frozen.
 */
export type RedisRole = "request" | "append" | "blocking" | "subscriber" | "limiter";

const options: Record<RedisRole, RedisOptions> = {
  request: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_000 },
  append: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 },
  blocking: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
  limiter: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 150 },
};

const reconnectMsMax = 1_000;
const firstConnectMs = 5_000;

/** A Redis connection that is closed by disposal. */
export type RedisConnection = Redis & AsyncDisposable;

/** Opens connections that log and count their errors; one factory, so that none lacks a listener. */
export interface RedisOpener {
  open(role: RedisRole): Promise<RedisConnection>;
}

export function createRedisOpener(url: string, log: Logger, metrics: Metrics): RedisOpener {
  const errors = metrics.counter({
    name: "jetwire_redis_connection_errors_total",
    help: "Errors of Redis connections by role",
    labelNames: ["role"],
  });
  return {
    open: (role) => openConnection(url, role, log.child({ part: `redis-${role}` }), errors),
  };
}

/**
 * Returns once connected, or after five seconds anyway: the connection goes on trying, and what
 * needs it says so by failing.
 */
async function openConnection(
  url: string,
  role: RedisRole,
  log: Logger,
  errors: Counter<"role">,
): Promise<RedisConnection> {
  const redis = new Redis(url, {
    ...options[role],
    protocol: 3,
    replyMapping: "legacy",
    connectTimeout: 2_000,
    lazyConnect: false,
    retryStrategy: (attempt: number) => Math.min(reconnectMsMax, 20 * 2 ** Math.min(attempt, 10)),
  });
  let said = "";
  redis.on("error", (error: Error) => {
    errors.inc({ role });
    // A Redis that is away fails several times a second; each kind of failure is said once.
    if (error.message !== said) log.warn({ err: error }, "redis connection failed");
    said = error.message;
  });
  redis.on("ready", () => {
    if (said !== "") log.info("redis connection is back");
    said = "";
  });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, firstConnectMs);
    redis.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return Object.assign(redis, {
    async [Symbol.asyncDispose]() {
      redis.disconnect();
    },
  });
}
