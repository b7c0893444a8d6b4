import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Health,
  type Logger,
  type Metrics,
} from "@jetwire/runtime";
import type { TestDatabase } from "@jetwire/testbed";
import { ChoresConfig, start } from "../src/index.ts";

/** A chores service on a database and namespace of its own. */
export interface ChoresUnderTest extends AsyncDisposable {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly failures: readonly unknown[];
}

/** The variables under which a process works for this database. */
export function environmentOf(database: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    CHORES_LOCK_MS: "500",
  };
}

export async function startChores(
  environment: Record<string, string>,
  log: Logger = createLogger("chores", "silent"),
): Promise<ChoresUnderTest> {
  const health = createHealth();
  const metrics = createMetrics({});
  const failures: unknown[] = [];
  const service = await start(ChoresConfig.parse(environment), {
    identity: createProcessIdentity("chores"),
    log,
    metrics,
    health,
    fail: (error) => failures.push(error),
  });
  return { health, metrics, failures, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Names of a table's day partitions, in order. */
export async function partitionsOf(database: TestDatabase, table: string): Promise<string[]> {
  const rows = await database.database.sql<{ name: string }[]>`
    select relname::text as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) and relname not like '%default' order by relname`;
  return rows.map((row) => row.name);
}
