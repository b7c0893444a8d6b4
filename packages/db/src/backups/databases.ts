import type { Sql } from "../connection/database.ts";
import { quoted } from "../query/quoted.ts";
import { openBackupConnection } from "./snapshot.ts";

/** Returns the name of the database in an address. */
export function databaseNameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** Returns the address of another database of the same server. */
export function siblingUrl(url: string, name: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${encodeURIComponent(name)}`;
  return sibling.href;
}

/**
 * Creates a database that only its owner may connect to.
 *
 * @param url a database of the same server, as a role that may create databases
 */
export async function createDatabase(url: string, name: string): Promise<void> {
  await using server = await openServer(url);
  await server.sql.unsafe(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
  await server.sql.unsafe(`revoke connect, temporary on database ${quoted(name)} from public`);
}

/** Drops a database if it exists. Refuses one that somebody is connected to. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await using server = await openServer(url);
  await server.sql.unsafe(`drop database if exists ${quoted(name)}`);
}

/** Lists the databases of a server whose names begin so and which this role owns. */
export async function listOwnDatabases(url: string, prefix: string): Promise<readonly string[]> {
  await using server = await openServer(url);
  const rows = await server.sql<{ name: string }[]>`
    select datname::text as name from pg_database join pg_roles on pg_roles.oid = datdba
    where rolname = current_user and starts_with(datname, ${prefix}) order by datname`;
  return rows.map(({ name }) => name);
}

/** Returns what is in a database: `missing` if there is none, `empty` without tables, else `used`. */
export async function stateOfDatabase(
  url: string,
  name: string,
): Promise<"missing" | "empty" | "used"> {
  await using server = await openServer(url);
  const [found] = await server.sql`select 1 from pg_database where datname = ${name}`;
  if (found === undefined) return "missing";
  await using target = await openServer(siblingUrl(url, name));
  const [row] = await target.sql`
    select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`;
  return row === undefined ? "empty" : "used";
}

/**
 * Renames databases, in order.
 *
 * @param url another database of the server
 * @throws the server's error 55006 if somebody is connected to one of them
 */
export async function renameDatabases(
  url: string,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await using server = await openServer(url);
  for (const [from, to] of names) {
    await server.sql.unsafe(`alter database ${quoted(from)} rename to ${quoted(to)}`);
  }
}

/** Returns the bytes of a database's files. */
export async function sizeOf(url: string): Promise<number> {
  await using server = await openServer(url);
  const [row] = await server.sql<{ bytes: number }[]>`
    select pg_database_size(current_database()) as bytes`;
  return row?.bytes ?? 0;
}

/** Returns the bytes of all databases of the server that this role may connect to. */
export async function sizeOfServer(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(pg_database_size(oid)), 0)::bigint as bytes from pg_database
    where has_database_privilege(oid, 'connect')`;
  return row?.bytes ?? 0;
}

async function openServer(url: string): Promise<AsyncDisposable & { readonly sql: Sql }> {
  const sql = await openBackupConnection(url);
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
}
