import type { Writable } from "node:stream";
import type { Sql } from "../connection/database.ts";
import { migrateTo } from "../migrate.ts";
import { quoted } from "../query/quoted.ts";
import { ensure } from "../retention/partitions.ts";
import { listTables, type SequenceState } from "./backed-up-tables.ts";
import { digestOf, type RowsDigest } from "./digests.ts";
import { openBackupConnection } from "./snapshot.ts";

/** Opens an empty database to load rows into. */
export type DatabaseLoad = Awaited<ReturnType<typeof openLoad>>;

/**
 * Makes the tables of a migration in an empty database, without triggers, references and indexes that rows do not need,
 * so that rows are loaded in any order, fast, and as they were. `finish` makes these.
 *
 * @param migration the name of the last migration of the rows
 * @throws Error if this version does not know the migration
 */
export async function openLoad(url: string, migration: string) {
  await migrateTo(url, migration);
  await using stack = new AsyncDisposableStack();
  const sql = stack.adopt(await openBackupConnection(url), (pool) => pool.end({ timeout: 1 }));
  const { tables } = await listTables(sql);
  const names = tables.map(({ name }) => quoted(name)).join(", ");
  const triggers = (verb: "disable" | "enable") =>
    sql.unsafe(
      tables.map(({ name }) => `alter table ${quoted(name)} ${verb} trigger user`).join(";"),
    );
  await triggers("disable");
  const after = await dropForLoad(sql);
  // Some migrations add rows.
  await sql.unsafe(`truncate ${names}`);
  const opened = stack.move();

  return {
    /** Makes the partitions of the day that a partition is named after, unless they are there. */
    async ensurePartition(part: string): Promise<void> {
      const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(part) ?? [];
      if (day !== undefined) await ensure(sql, new Date(`${year}-${month}-${day}T00:00:00Z`), 1);
    },
    /** Takes rows as `copy … to stdout` gave them. @throws Error if there is no such table or column. */
    async rowsInto(name: string, columns: readonly string[]): Promise<Writable> {
      const table = tables.find((one) => one.name === name);
      if (table === undefined) throw new Error(`this version has no table ${name}`);
      const missing = columns.filter((column) => !table.columns.includes(column));
      if (missing.length > 0) throw new Error(`${name} has no column ${missing.join(", ")}`);
      const list = columns.map(quoted).join(", ");
      return await sql.unsafe(`copy public.${quoted(name)} (${list}) from stdin`).writable();
    },
    async setSequence({ name, lastValue, isCalled }: SequenceState): Promise<void> {
      await sql`select setval(${`public.${quoted(name)}`}::regclass, ${lastValue}, ${isCalled})`;
    },
    /** Makes indexes, references and triggers, and collects what the planner needs. @throws Error if the rows contradict them */
    async finish(): Promise<void> {
      for (const statement of after) await sql.unsafe(statement);
      await triggers("enable");
      await sql.unsafe("analyze");
    },
    /** Computes the digests of all tables, by name. */
    async digests(): Promise<ReadonlyMap<string, RowsDigest>> {
      const found = new Map<string, RowsDigest>();
      for (const table of (await listTables(sql)).tables) {
        found.set(table.name, await digestOf(table, (work) => work(sql)));
      }
      return found;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Drops references, and indexes that serve no key. Returns the statements that make them again, in order. */
async function dropForLoad(sql: Sql): Promise<readonly string[]> {
  const references = await sql<{ drop: string; make: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as make
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  const indexes = await sql<{ drop: string; make: string }[]>`
    select format('drop index %s', indexrelid::regclass) as drop,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as make
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`;
  await sql.unsafe([...references, ...indexes].map(({ drop }) => drop).join(";"));
  return [...indexes, ...references].map(({ make }) => make);
}
