import type { Sql } from "../connection/database.ts";
import { quoted } from "../query/quoted.ts";
import { readSalt } from "../sign-in/setup.ts";
import { listSequences, type SequenceState } from "./backed-up-tables.ts";
import { backupProgram, openBackupConnection } from "./snapshot.ts";

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

/**
 * Returns what is in a database: `missing` if there is none, `empty` without tables, `new` if nobody operates the service of
 * its tables yet, else `used`.
 */
export async function stateOfDatabase(
  url: string,
  name: string,
): Promise<"missing" | "empty" | "new" | "used"> {
  await using server = await openServer(url);
  const [found] = await server.sql`select 1 from pg_database where datname = ${name}`;
  if (found === undefined) return "missing";
  await using target = await openServer(siblingUrl(url, name));
  const [tables] = await target.sql<{ setup: boolean }[]>`
    select bool_or(relname = 'setup') as setup from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') having count(*) > 0`;
  if (tables === undefined) return "empty";
  return tables.setup && (await readSalt(target.sql)) !== null ? "new" : "used";
}

/** Lists the programs that are connected to a database, by name, each once, without connections of back-ups. @param url another database of the server */
export async function listConnected(url: string, name: string): Promise<readonly string[]> {
  await using server = await openServer(url);
  const rows = await server.sql<{ program: string }[]>`
    select distinct coalesce(nullif(application_name, ''), usename, 'unknown') as program
    from pg_stat_activity
    where datname = ${name} and backend_type = 'client backend' and application_name <> ${backupProgram}
    order by program`;
  return rows.map(({ program }) => program);
}

/** Reads the sequences of a database. */
export async function readSequences(url: string): Promise<readonly SequenceState[]> {
  await using server = await openServer(url);
  return await listSequences(server.sql);
}

/** Raises sequences of a database to those of another one, so that ids which that has given out are not given out again. */
export async function raiseSequences(url: string, others: readonly SequenceState[]): Promise<void> {
  await using server = await openServer(url);
  const own = new Map((await listSequences(server.sql)).map((one) => [one.name, one]));
  for (const { name, lastValue, isCalled } of others) {
    const { lastValue: value } = own.get(name) ?? {};
    if (value === undefined || !isCalled || lastValue < value) continue;
    await server.sql`select setval(${`public.${quoted(name)}`}::regclass, ${lastValue}, true)`;
  }
}

/**
 * Renames databases, in order: all of them, or none.
 *
 * @param url another database of the server
 * @throws the server's error 55006 if somebody is connected to one of them
 */
export async function renameDatabases(
  url: string,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await using server = await openServer(url);
  // A failure ends the connection, and so the transaction.
  await server.sql.unsafe("begin");
  for (const [from, to] of names) {
    await server.sql.unsafe(`alter database ${quoted(from)} rename to ${quoted(to)}`);
  }
  await server.sql.unsafe("commit");
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
