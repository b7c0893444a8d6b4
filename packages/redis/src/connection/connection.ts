import process from "node:process";
import type { Writable } from "node:stream";
import {
  type Counter,
  type Logger,
  type Metrics,
  readRedisAddress,
  type ServerAddress,
} from "@jetwire/runtime";
import { Redis, type RedisOptions } from "ioredis";
import { type ClusterAddress, openCluster } from "./open-cluster.ts";
import type { RedisClient } from "./redis-client.ts";

/**
 * The purpose of a connection, which decides how it may fail:
 *
 * - `request`: for requests that somebody waits for. Fails fast, never queues while Redis is unavailable.
 * - `append`: writes the stream. As `request`, with longer time-outs.
 * - `blocking`: waits in a blocking read, for one reader alone.
 * - `subscriber`: subscribes to channels; reconnects without limit and subscribes again.
 * - `limiter`: must not delay a request noticeably, even while Redis is frozen. A command fails after
 *   `limiterMsMax`.
 */
export type RedisRole = "request" | "append" | "blocking" | "subscriber" | "limiter";

type RoleOptions = Pick<
  RedisOptions,
  "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout"
>;

const roleOptions: Record<RedisRole, RoleOptions> = {
  request: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_000 },
  append: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 },
  blocking: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
  limiter: { enableOfflineQueue: false, maxRetriesPerRequest: 1 },
};

/** Limits how often a command is sent again while its node of a Cluster is unavailable. */
const clusterRetries: Record<RedisRole, { againMs: number; timesMax: number }> = {
  request: { againMs: 100, timesMax: 10 },
  append: { againMs: 100, timesMax: 16 },
  blocking: { againMs: 100, timesMax: 16 },
  subscriber: { againMs: 100, timesMax: 16 },
  limiter: { againMs: 40, timesMax: 4 },
};

const reconnectMsMax = 1_000;
const firstConnectMs = 5_000;
/** A failure of the same kind is logged again after this long. */
const logAgainMs = 60_000;
const loggedMax = 100;

/** A connection to Redis, one server or a Cluster, that is closed by disposal. */
export type RedisConnection = RedisClient & AsyncDisposable;

/** Opens connections that log and count their errors; one factory, so that none lacks a listener. */
export type RedisOpener = ReturnType<typeof createRedisOpener>;

/** A connection to open. */
interface Opening {
  readonly role: RedisRole;
  readonly options: RoleOptions;
  readonly log: Logger;
  readonly errors: Counter<"role">;
}

/**
 * @param url as `readRedisAddress` accepts it
 * @param limiterMsMax time-out of a command on a connection of role `limiter`
 * @throws when it is invalid.
 */
export function createRedisOpener(url: string, log: Logger, metrics: Metrics, limiterMsMax = 150) {
  const address = readRedisAddress(url);
  if ("mistake" in address) throw new Error(`address of Redis: ${address.mistake}`);
  const errors = metrics.counter({
    name: "jetwire_redis_connection_errors_total",
    help: "Errors of Redis connections by role",
    labelNames: ["role"],
  });
  return {
    open(role: RedisRole): Promise<RedisConnection> {
      const timeOut = role === "limiter" ? { commandTimeout: limiterMsMax } : {};
      const opening: Opening = {
        role,
        options: { ...roleOptions[role], ...timeOut },
        log: log.child({ part: `redis-${role}` }),
        errors,
      };
      return address.kind === "cluster"
        ? openClusterConnection(address, opening)
        : openServerConnection(address.at, opening);
    },
  };
}

const shared = { protocol: 3, connectTimeout: 2_000 } as const;

/** Returns how long to wait before the next attempt to connect; the first is attempt 1. */
export function reconnectMs(attempt: number): number {
  return Math.min(reconnectMsMax, 20 * 2 ** Math.min(attempt, 10));
}

/**
 * Returns once connected, or after five seconds: the connection keeps trying, and commands fail
 * meanwhile.
 */
async function openServerConnection(
  at: ServerAddress,
  { role, options, log, errors }: Opening,
): Promise<RedisConnection> {
  const ofServer = {
    ...options,
    ...shared,
    replyMapping: "legacy" as const,
    lazyConnect: false,
    retryStrategy: reconnectMs,
  };
  const redis = "url" in at ? new Redis(at.url, ofServer) : new Redis({ ...at, ...ofServer });
  let logged = "";
  redis.on("error", (error: Error) => {
    errors.inc({ role });
    // An unavailable Redis fails several times a second; each kind of failure is logged once.
    if (error.message !== logged) log.warn({ err: error }, "redis connection failed");
    logged = error.message;
  });
  redis.on("ready", () => {
    if (logged !== "") log.info("redis connection restored");
    logged = "";
  });
  redis.on("connect", () => writeTogether(redis.stream));
  handleClosedSubscriptions(redis);
  await firstReady(redis);
  return disposable(redis);
}

/**
 * Marks rejected subscriptions as handled. After a reconnect ioredis subscribes again and discards the
 * promises, so a connection that is closed before Redis has answered would end the process.
 */
function handleClosedSubscriptions(redis: Redis): void {
  const ssubscribe = redis.ssubscribe.bind(redis) as (...given: unknown[]) => Promise<unknown>;
  redis.ssubscribe = (...given: unknown[]) => {
    const subscribed = ssubscribe(...given);
    subscribed.catch(() => {});
    return subscribed;
  };
}

/** Writes what is sent in one turn of the event loop at once, at its end: each write is a system call that wakes Redis. */
function writeTogether(stream: Writable): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (...given: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return write(...given);
  };
}

/** Does the same for a Cluster. Its masters are connected on return, so that no command waits for them. */
async function openClusterConnection(
  address: ClusterAddress,
  { role, options, log, errors }: Opening,
): Promise<RedisConnection> {
  const { enableOfflineQueue = true, ...ofNodes } = options;
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
  const loggedMs = new Map<string, number>();
  function failed(error: Error): void {
    errors.inc({ role });
    const now = performance.now();
    if (now - (loggedMs.get(error.message) ?? Number.NEGATIVE_INFINITY) < logAgainMs) return;
    if (loggedMs.size >= loggedMax) loggedMs.clear();
    loggedMs.set(error.message, now);
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
