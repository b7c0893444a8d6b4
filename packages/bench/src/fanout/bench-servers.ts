import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase, type Sql } from "@jetwire/db";
import { startPostgres, startRedis } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import type { RedisScope } from "./redis-scope.ts";

const log = () => {};

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
  const directory = await mkdtemp(join(tmpdir(), "jetwire-bench-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const redis = stack.use(await startRedis({ dir: join(directory, "redis"), port: 0, log }));
  const postgres = stack.use(await startPostgres({ dir: directory, port: 0, log }));
  await migrate(postgres.url);
  const silent = createLogger("bench", "silent");
  const { sql } = stack.use(openDatabase(postgres.url, { log: silent, max: 2 }));
  let scopes = 0;
  const opened = stack.move();
  return {
    redisUrl: redis.url,
    get redisPid() {
      return redis.pid ?? 0;
    },
    databaseUrl: postgres.url,
    sql,
    newScope: () => ({ redisUrl: redis.url, namespace: `bench-${++scopes}` }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
