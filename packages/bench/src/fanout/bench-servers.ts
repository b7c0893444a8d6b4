import { join } from "node:path";
import { type Sql } from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { startBenchDatabase } from "../bench-database.ts";
import type { RedisScope } from "./redis-scope.ts";

/** A Redis and a Postgres for one benchmark, on free ports; disposal deletes their data. */
export interface BenchServers extends AsyncDisposable {
  readonly redisUrl: string;
  readonly redisPid: number;
  readonly databaseUrl: string;
  readonly sql: Sql;
  /** Returns an unused part of Redis. */
  newScope(): RedisScope;
}

export async function startBenchServers(): Promise<BenchServers> {
  await using stack = new AsyncDisposableStack();
  const bench = stack.use(await startBenchDatabase());
  const redisOptions = { dir: join(bench.folder, "redis"), port: 0, log: () => {} };
  const redis = stack.use(await startRedis(redisOptions));
  let scopes = 0;
  const opened = stack.move();
  return {
    redisUrl: redis.url,
    get redisPid() {
      return redis.pid ?? 0;
    },
    databaseUrl: bench.url,
    sql: bench.database.sql,
    newScope: () => ({ redisUrl: redis.url, namespace: `bench-${++scopes}` }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
