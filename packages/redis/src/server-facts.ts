import type { Redis } from "ioredis";

/** What an operator should know of a Redis server. */
export interface RedisFacts {
  readonly version: string;
  readonly usedBytes: number;
  /** 0 for no limit. */
  readonly maxBytes: number;
  /** Must be `noeviction`, or Redis throws away what isn't stored yet. */
  readonly evictionPolicy: string;
  readonly appendOnly: boolean;
}

export async function readRedisFacts(redis: Redis): Promise<RedisFacts> {
  const info = new Map(
    (await redis.info()).split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  return {
    version: info.get("redis_version") ?? "",
    usedBytes: Number(info.get("used_memory") ?? 0),
    maxBytes: Number(info.get("maxmemory") ?? 0),
    evictionPolicy: info.get("maxmemory_policy") ?? "",
    appendOnly: info.get("aof_enabled") === "1",
  };
}
