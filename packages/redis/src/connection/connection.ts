import { type Counter, type Logger, type Metrics, readRedisAddress } from "@jetwire/runtime";
import { Redis, type RedisOptions } from "ioredis";
import { type ClusterAddress, openCluster } from "./open-cluster.ts";
import type { RedisClient } from "./redis-client.ts";

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

type RoleOptions = Pick<
  RedisOptions,
  "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout"
>;

const options: Record<RedisRole, RoleOptions> = {
  request: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_000 },
  append: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 },
  blocking: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
  limiter: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 150 },
};

/** In a Cluster, how often and how long apart a command is sent again to a node that has gone away. */
const clusterRetries: Record<RedisRole, { againMs: number; timesMax: number }> = {
  request: { againMs: 100, timesMax: 10 },
  append: { againMs: 100, timesMax: 16 },
  blocking: { againMs: 100, timesMax: 16 },
  subscriber: { againMs: 100, timesMax: 16 },
  limiter: { againMs: 40, timesMax: 4 },
};

const reconnectMsMax = 1_000;
const firstConnectMs = 5_000;
/** A failure of the same kind is said again after this long. */
const saidAgainMs = 60_000;
const saidMax = 100;

/** A connection to Redis, one server or a Cluster, that is closed by disposal. */
export type RedisConnection = RedisClient & AsyncDisposable;

/** Opens connections that log and count their errors; one factory, so that none lacks a listener. */
export interface RedisOpener {
  open(role: RedisRole): Promise<RedisConnection>;
}

/**
 * @param url as `readRedisAddress` takes it
 * @throws when it can't be read.
 */
export function createRedisOpener(url: string, log: Logger, metrics: Metrics): RedisOpener {
  const address = readRedisAddress(url);
  if ("mistake" in address) throw new Error(`address of Redis: ${address.mistake}`);
  const errors = metrics.counter({
    name: "jetwire_redis_connection_errors_total",
    help: "Errors of Redis connections by role",
    labelNames: ["role"],
  });
  return {
    open(role) {
      const own = log.child({ part: `redis-${role}` });
      return address.kind === "cluster"
        ? openClusterConnection(address, role, own, errors)
        : openServerConnection(address.url, role, own, errors);
    },
  };
}

const shared = { protocol: 3, connectTimeout: 2_000 } as const;

/** How long to wait before a try to connect again, for ever; the first is attempt 1. */
export function reconnectMs(attempt: number): number {
  return Math.min(reconnectMsMax, 20 * 2 ** Math.min(attempt, 10));
}

/**
 * Returns once connected, or after five seconds anyway: the connection goes on trying, and what
 * needs it says so by failing.
 */
async function openServerConnection(
  url: string,
  role: RedisRole,
  log: Logger,
  errors: Counter<"role">,
): Promise<RedisConnection> {
  const redis = new Redis(url, {
    ...options[role],
    ...shared,
    replyMapping: "legacy",
    lazyConnect: false,
    retryStrategy: reconnectMs,
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
  await firstReady(redis);
  return disposable(redis);
}

/** The same for a Cluster; returns once its masters are connected, so that nobody waits for them later. */
async function openClusterConnection(
  address: ClusterAddress,
  role: RedisRole,
  log: Logger,
  errors: Counter<"role">,
): Promise<RedisConnection> {
  const { enableOfflineQueue = true, ...ofNodes } = options[role];
  const { againMs, timesMax } = clusterRetries[role];
  const cluster = openCluster(
    address,
    { ...ofNodes, ...shared },
    {
      enableOfflineQueue,
      clusterRetryStrategy: reconnectMs,
      retryDelayOnFailover: againMs,
      retryDelayOnClusterDown: againMs,
      maxRedirections: timesMax,
    },
  );
  const saidMs = new Map<string, number>();
  function failed(error: Error): void {
    errors.inc({ role });
    const now = performance.now();
    if (now - (saidMs.get(error.message) ?? Number.NEGATIVE_INFINITY) < saidAgainMs) return;
    if (saidMs.size >= saidMax) saidMs.clear();
    saidMs.set(error.message, now);
    log.warn({ err: error }, "redis connection failed");
  }
  cluster.on("error", failed);
  cluster.on("node error", failed);
  await firstReady(cluster, async () => {
    await Promise.allSettled(cluster.nodes("master").map((node) => node.ping()));
  });
  return disposable(cluster);
}

async function firstReady(redis: RedisClient, then = async () => {}): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, firstConnectMs);
    redis.once("ready", () => {
      void then().finally(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  });
}

function disposable<Client extends RedisClient>(redis: Client): Client & AsyncDisposable {
  return Object.assign(redis, {
    async [Symbol.asyncDispose]() {
      redis.disconnect();
    },
  });
}
