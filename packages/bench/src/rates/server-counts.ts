import type { Database } from "@jetwire/db";
import { createRedisOpener, type RedisConnection } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";

/** Counts of the servers since they were started. */
export interface ServerCounts {
  /** Calls of commands of Redis, those within scripts among them. */
  readonly redisCalls: number;
  /** Calls of scripts. */
  readonly redisScripts: number;
  /** Transactions that Postgres has committed in all databases. */
  readonly commits: number;
}

export type ServerCounter = Awaited<ReturnType<typeof openServerCounter>>;

/** Opens a connection that reads the counts of an instance's servers. */
export async function openServerCounter(redisUrl: string, { sql }: Database) {
  const log = createLogger("bench", "silent");
  const metrics = createMetrics({ service: "bench" }, false);
  const redis: RedisConnection = await createRedisOpener(redisUrl, log, metrics).open("request");
  return {
    async read(): Promise<ServerCounts> {
      const commands = await redis.info("commandstats");
      const [row] = await sql<{ commits: number }[]>`
        select sum(xact_commit)::float8 as commits from pg_stat_database`;
      const calls = [...commands.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)];
      const sum = (names: (name: string) => boolean) =>
        calls.reduce((total, [, name = "", count]) => total + (names(name) ? Number(count) : 0), 0);
      return {
        redisCalls: sum(() => true),
        redisScripts: sum((name) => /^(evalsha|eval|fcall)/.test(name)),
        commits: row?.commits ?? 0,
      };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await redis[Symbol.asyncDispose]();
    },
  };
}
