import type { Sql } from "../connection/sql.ts";
import { operatorTables } from "../roles/operator-tables.ts";
import { servicePrivileges } from "../roles/service-privileges.ts";

/** A table as it is backed up: one without parent, with the partitions that have its rows. */
export interface TableToCopy {
  readonly name: string;
  /** Its columns that are stored, in alphabetical order: the order of their creation may differ in another database. */
  readonly columns: readonly string[];
  /** The tables that have its rows: itself, or its partitions. */
  readonly parts: readonly string[];
}

/** A sequence of an identity column, and the state of it. */
export interface SequenceState {
  readonly name: string;
  readonly lastValue: number;
  readonly isCalled: boolean;
}

/** Migrations write it in the other database. */
const notCopied = "schema_migrations";

/** Returns the names of all tables that migrations make, of whichever version. */
function ownTables(): readonly string[] {
  const granted = Object.values(servicePrivileges).flatMap((rights) => Object.keys(rights));
  return [...new Set([...granted, ...operatorTables])].filter((name) => name !== notCopied);
}

/** Lists the tables of Jetwire that the schema `public` has, by name, and the names of tables that are not of Jetwire. */
export async function listTables(
  sql: Sql,
): Promise<{ tables: readonly TableToCopy[]; foreign: readonly string[] }> {
  const rows = await sql<(TableToCopy & { own: boolean })[]>`
    select relname::text as name, relname = any(${ownTables()}::text[]) as own,
      (select coalesce(json_agg(attname order by attname), '[]') from pg_attribute
        where attrelid = root.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      case when relkind = 'r' then json_build_array(relname)
        else (select coalesce(json_agg(part.relname order by part.relname), '[]')
          from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = root.oid) end as parts
    from pg_class root
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> ${notCopied} and relpersistence = 'p'
    order by relname`;
  return {
    tables: rows.filter(({ own }) => own).map(({ own: _, ...table }) => table),
    foreign: rows.filter(({ own }) => !own).map(({ name }) => name),
  };
}

/** Lists the sequences of identity columns. They are no part of a snapshot, so they may be ahead of it. */
export async function listSequences(sql: Sql): Promise<readonly SequenceState[]> {
  return await sql<SequenceState[]>`
    select sequencename::text as name, coalesce(last_value, start_value) as last_value,
      last_value is not null as is_called
    from pg_sequences where schemaname = 'public' order by sequencename`;
}
