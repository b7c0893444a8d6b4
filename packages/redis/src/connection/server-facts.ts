import { type RedisClient, serversOf } from "./redis-client.ts";

/** Settings and memory of a Redis server that an operator should know. */
export interface RedisFacts {
  readonly version: string;
  readonly usedBytes: number;
  /** 0 for no limit. */
  readonly maxBytes: number;
  /** Memory of the server's host. */
  readonly hostBytes: number;
  /** Must be `noeviction`, or Redis deletes messages that are not stored yet. */
  readonly evictionPolicy: string;
  readonly appendOnly: boolean;
  /** The part that Redis cannot write to its disk, so that it refuses commands; null if it writes all. */
  readonly unwritten: "append-only file" | "snapshot" | null;
}

/**
 * Reads the facts of a server. For a Cluster it combines its masters: the memory of the fullest one,
 * and the worst of each setting.
 *
 * @throws when one of them does not answer.
 */
export async function readRedisFacts(redis: RedisClient): Promise<RedisFacts> {
  const [first, ...others] = await Promise.all(
    serversOf(redis).map(async (server) => factsOf(await server.info())),
  );
  if (first === undefined) throw new Error("no master is known");
  return others.reduce(worse, first);
}

function worse(a: RedisFacts, b: RedisFacts): RedisFacts {
  const fuller = fillOf(a) >= fillOf(b) ? a : b;
  return {
    version: a.version < b.version ? a.version : b.version,
    usedBytes: fuller.usedBytes,
    maxBytes: fuller.maxBytes,
    hostBytes: fuller.hostBytes,
    evictionPolicy: a.evictionPolicy === "noeviction" ? b.evictionPolicy : a.evictionPolicy,
    appendOnly: a.appendOnly && b.appendOnly,
    unwritten: a.unwritten ?? b.unwritten,
  };
}

/** Returns the most memory that a server can use: its limit, or its host's memory without one. */
export function limitOf({ maxBytes, hostBytes }: RedisFacts): number {
  return maxBytes > 0 ? maxBytes : hostBytes;
}

/** Returns how full a server is, 0 to 1. */
export function fillOf(facts: RedisFacts): number {
  return facts.usedBytes / Math.max(1, limitOf(facts));
}

function factsOf(text: string): RedisFacts {
  const info = new Map(
    text.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  return {
    version: info.get("redis_version") ?? "",
    usedBytes: Number(info.get("used_memory") ?? 0),
    maxBytes: Number(info.get("maxmemory") ?? 0),
    hostBytes: Number(info.get("total_system_memory") ?? 0),
    evictionPolicy: info.get("maxmemory_policy") ?? "",
    appendOnly: info.get("aof_enabled") === "1",
    unwritten: unwrittenOf(info),
  };
}

function unwrittenOf(info: ReadonlyMap<string, string>): RedisFacts["unwritten"] {
  if (info.get("aof_last_write_status") === "err") return "append-only file";
  return info.get("rdb_last_bgsave_status") === "err" ? "snapshot" : null;
}

/** Returns what it means that Redis cannot write a part to its disk. */
export function unwrittenText(unwritten: string): string {
  return `Redis cannot write its ${unwritten} to its disk, and refuses commands that write: free space on that disk`;
}

/**
 * Reads the clock of a server, Unix ms; of a Cluster, the median of its masters' clocks.
 *
 * @throws when one of them does not answer.
 */
export async function readRedisTimeMs(redis: RedisClient): Promise<number> {
  const times = await Promise.all(
    serversOf(redis).map(async (server) => {
      const [seconds = 0, micros = 0] = await server.time();
      return seconds * 1_000 + micros / 1_000;
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("no master is known");
  return median;
}
