import type { Sql } from "../connection/database.ts";
import type { PartitionedTable } from "../retention/partitions.ts";

/** The bytes of a table with its indexes, and of its partitions if it has some. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly indexBytes: number;
}

/** The partition of a UTC day. */
export interface PartitionSize {
  readonly table: PartitionedTable;
  /** `2026-11-21` */
  readonly day: string;
  readonly bytes: number;
  /** The estimate of Postgres; null if there is none. */
  readonly rows: number | null;
}

/** Returns the bytes of this database. Others of its server, such as the copy by which a back-up is verified, do not count. */
export async function sizeOfDatabase(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_database_size(current_database())::bigint as bytes`;
  return row?.bytes ?? 0;
}

/** Measures all tables of this database, largest first. It needs no right to read them. */
export async function tableSizes(sql: Sql): Promise<TableSize[]> {
  return await sql<TableSize[]>`
    select coalesce(parent.relname, own.relname)::text as name,
      coalesce(sum(pg_total_relation_size(own.oid)), 0)::bigint as bytes,
      coalesce(sum(pg_indexes_size(own.oid)), 0)::bigint as index_bytes
    from pg_class own left join pg_inherits on inhrelid = own.oid left join pg_class parent on parent.oid = inhparent
    where own.relnamespace = 'public'::regnamespace and own.relkind = 'r'
    group by 1 order by 2 desc, 1`;
}

/** Measures the partitions of all days, oldest first. Default partitions are no days. */
export async function partitionSizes(sql: Sql): Promise<PartitionSize[]> {
  return await sql<PartitionSize[]>`
    select parent.relname::text as table, to_char(to_date(right(part.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day,
      coalesce(pg_total_relation_size(part.oid), 0)::bigint as bytes,
      case when part.reltuples < 0 then null else part.reltuples::float8 end as rows
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.oid in ('messages'::regclass, 'message_raws'::regclass)
      and part.relname ~ ('^' || parent.relname || '_[0-9]{8}$')
    order by 2, 1`;
}
