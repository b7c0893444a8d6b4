import type { Sql } from "../connection/database.ts";

/** The size of something that grows, at an hour. */
export interface DiskSample {
  /** `postgres`, or `journals` of ingests. */
  readonly subject: string;
  readonly bytes: number;
  /** The size of its disk; null if that is not known. */
  readonly totalBytes: number | null;
}

/** A sample that was stored. */
export type StoredDiskSample = DiskSample & { readonly hour: string };

/** Returns the bytes of all databases of the server that this role may connect to. */
export async function sizeOfServer(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(pg_database_size(oid)), 0)::bigint as bytes from pg_database
    where has_database_privilege(oid, 'connect')`;
  return row?.bytes ?? 0;
}

/** Stores samples of an hour; a later one of the same hour replaces the first. */
export async function storeSamples(
  sql: Sql,
  hour: Date,
  samples: readonly DiskSample[],
): Promise<void> {
  await sql`
    insert into disk_samples (subject, hour, bytes, total_bytes)
    select subject, ${hour}, bytes, total_bytes from unnest(
      ${samples.map(({ subject }) => subject)}::text[],
      ${samples.map(({ bytes }) => bytes)}::bigint[],
      ${samples.map(({ totalBytes }) => totalBytes)}::bigint[]) as sample (subject, bytes, total_bytes)
    on conflict (subject, hour) do update
      set bytes = excluded.bytes, total_bytes = excluded.total_bytes`;
}

/** Reads samples since a time, oldest first. */
export async function readSamples(sql: Sql, since: Date): Promise<readonly StoredDiskSample[]> {
  return await sql<StoredDiskSample[]>`
    select subject, hour, bytes, total_bytes from disk_samples
    where hour >= ${since} order by subject, hour`;
}

/** Deletes samples before a time; there are a few of each hour. */
export async function deleteSamples(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from disk_samples where hour < ${before}`;
  return count;
}
