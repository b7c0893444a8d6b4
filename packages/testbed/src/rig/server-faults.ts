import { Database } from "@jetwire/db";
import { createLogger, pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";
import { openTestRedis } from "../servers/test-redis.ts";
import type { Fleet } from "./fleet.ts";

export async function isRedisBack({ redisUrl }: Fleet): Promise<boolean> {
  try {
    await using redis = await openTestRedis(redisUrl);
    return (await redis.ping()) === "PONG";
  } catch {
    return false;
  }
}

export async function isPostgresBack(fleet: Fleet): Promise<boolean> {
  try {
    await using database = openOne(fleet);
    await database.sql`select 1`;
    return true;
  } catch {
    return false;
  }
}

/** Returns the versions of both servers, by name. */
export async function readVersions(fleet: Fleet): Promise<Readonly<Record<string, string>>> {
  await using redis = await openTestRedis(fleet.redisUrl);
  await using database = openOne(fleet);
  const [row] = await database.sql<{ version: string }[]>`
    select current_setting('server_version') as version`;
  const info = await redis.info("server");
  const redisVersion = /redis_version:(\S+)/.exec(info)?.[1] ?? "unknown";
  return { Redis: redisVersion, Postgres: row?.version ?? "unknown" };
}

/** Empties Redis. @returns the proof, or null if it was empty */
export async function emptied({ redisUrl }: Fleet): Promise<string | null> {
  await using redis = await openTestRedis(redisUrl);
  const before = Number(await redis.call("DBSIZE"));
  await redis.flushall();
  return before === 0 ? null : `${before} keys lost`;
}

type RedisCommand = readonly [name: string, ...args: string[]];
type RefusalKind = "Redis out of memory" | "Redis without replica" | "Redis as replica";

/** Makes Redis refuse writes for a while. @returns its answer to a write meanwhile, as proof */
export async function writesRefused(
  { redisUrl }: Fleet,
  kind: RefusalKind,
  lastsMs: number,
): Promise<string | null> {
  await using redis = await openTestRedis(redisUrl);
  const call = async ([name, ...args]: RedisCommand) => await redis.call(name, ...args);
  const setting = kind === "Redis out of memory" ? "maxmemory" : "min-replicas-to-write";
  const [, before = "0"] = (await call(["CONFIG", "GET", setting])) as string[];
  const isReplica = kind === "Redis as replica";
  await call(isReplica ? ["REPLICAOF", "127.0.0.1", "1"] : ["CONFIG", "SET", setting, "1"]);
  try {
    await pause(lastsMs);
    const refused = await errorOf(call(["SET", "rig:probe", "1"]));
    const code = /OOM|NOREPLICAS|READONLY/.exec(refused)?.[0];
    return code === undefined ? null : `writes answered with ${code} after ${lastsMs} ms`;
  } finally {
    const undo: RedisCommand = isReplica
      ? ["REPLICAOF", "NO", "ONE"]
      : ["CONFIG", "SET", setting, before];
    const accepted = async () => (await errorOf(call(undo))) === "";
    await until("Redis to accept writes again", accepted, 30_000);
  }
}

/** Makes all transactions of Postgres read-only for a while. @returns the proof */
export async function readOnly(fleet: Fleet, lastsMs: number): Promise<string | null> {
  await using database = openOne(fleet);
  const { sql } = database;
  try {
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
    await pause(lastsMs);
    const refused = await errorOf(sql`update tiers set name = name`);
    return refused.includes("read-only") ? `writes refused for ${lastsMs} ms` : null;
  } finally {
    await sql`alter system reset default_transaction_read_only`;
    await sql`select pg_reload_conf()`;
  }
}

function openOne({ databaseUrl }: Fleet) {
  return new Database(databaseUrl, { log: createLogger("rig", "silent"), max: 1 });
}

/** Returns the text of the error; empty without one. */
async function errorOf(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    return String(error);
  }
}
