import type { Sql } from "@jetwire/db";
import type { createRedisOpener } from "@jetwire/redis";

type Redis = Awaited<ReturnType<ReturnType<typeof createRedisOpener>["open"]>>;

/** Finds a text in every table of the database. */
export async function tablesWith(sql: Sql, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql`
      select 1 from ${sql(name)} as one where one::text ilike ${`%${text}%`} limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The longest time that a limit or a lease may remain, ms. */
const expiryMsMax = 120_000;

/** Finds a text in the name or the content of every key of the namespace, except those that expire soon. */
export async function keysWith(redis: Redis, namespace: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const key of await redis.keys(`${namespace}:*`)) {
    const leftMs = await redis.pttl(key);
    if (leftMs >= 0 && leftMs <= expiryMsMax) continue;
    const content = JSON.stringify(await contentOf(redis, key));
    if (key.includes(text) || content.includes(text)) found.push(key);
  }
  return found;
}

/** Reads a key by its type: the answer of `DUMP` is compressed, so a text is not found in it. */
async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case "string":
      return await redis.get(key);
    case "hash":
      return await redis.hgetall(key);
    case "list":
      return await redis.lrange(key, 0, -1);
    case "set":
      return await redis.smembers(key);
    case "zset":
      return await redis.zrange(key, "0", "-1");
    case "stream":
      return await redis.xrange(key, "-", "+");
    default:
      // It has expired meanwhile.
      if (type !== "none") throw new Error(`${key} is a ${type}`);
      return null;
  }
}
