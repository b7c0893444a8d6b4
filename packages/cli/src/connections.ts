import { Database, type RunQueries, type Sql } from "@jetwire/db";
import { createRedisOpener, openStores, type RedisConnection, type Stores } from "@jetwire/redis";
import { createLogger, createMetrics, withDeadline } from "@jetwire/runtime";
import type { Servers } from "./servers.ts";

const queryMsMax = 15_000;
const redisMsMax = 2_000;
const log = createLogger("jetwire", "silent");

export function openCommandDatabase({ databaseUrl }: Pick<Servers, "databaseUrl">): Database {
  return new Database(databaseUrl, { log, max: 2, applicationName: "jetwire-cli" });
}

/** Runs a command's queries on a connection of its own, within a deadline. */
export async function withDatabase<T>(
  servers: Pick<Servers, "databaseUrl">,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return await withOpenDatabase(servers, (run) => run(work));
}

/** Keeps a connection open for many queries, each within a deadline of its own. */
export async function withOpenDatabase<T>(
  servers: Pick<Servers, "databaseUrl">,
  work: (run: RunQueries) => Promise<T>,
): Promise<T> {
  await using database = openCommandDatabase(servers);
  return await work((queries) => database.withQueryDeadline(queries, queryMsMax));
}

/** Opens a connection that is ready, or still connecting if Redis does not answer. */
export async function openRedis(redisUrl: string): Promise<RedisConnection> {
  return await createRedisOpener(redisUrl, log, createMetrics({})).open("request");
}

/** Opens a connection. @throws DeadlineError if Redis does not answer. */
export async function connectRedis(redisUrl: string): Promise<RedisConnection> {
  const opening = openRedis(redisUrl);
  try {
    return await withDeadline(opening, redisMsMax, "connecting to Redis");
  } catch (error) {
    void opening.then((redis) => redis.disconnect());
    throw error;
  }
}

/**
 * Does something with the stores in Redis. Never rejects.
 *
 * @returns false if the address of Redis is not known, or if Redis did not answer
 */
export async function withStores(
  { redisUrl, namespace }: Servers,
  work: (stores: Stores) => Promise<unknown>,
): Promise<boolean> {
  if (redisUrl === null) return false;
  try {
    await using redis = await connectRedis(redisUrl);
    await work(openStores(redis, namespace));
    return true;
  } catch {
    return false;
  }
}
