import type { StorageReport } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Sizes at one time: bytes by name. */
export interface StorageSample {
  readonly measuredAt: string;
  readonly sizes: Readonly<Record<string, number>>;
}

const samplesMax = 1_000;

/** Adds sizes, unless there are some of that time. */
export async function addSample(
  sql: Sql,
  measuredAt: Date,
  sizes: StorageSample["sizes"],
): Promise<void> {
  await sql`
    insert into storage_samples (measured_at, sizes) values (${measuredAt}, ${sql.json({ ...sizes })})
    on conflict do nothing`;
}

/** Lists the sizes since a time, oldest first, at most 1,000. */
export async function listSamples(sql: Sql, since: Date): Promise<StorageSample[]> {
  return await sql<StorageSample[]>`
    select measured_at, sizes from (
      select measured_at, sizes from storage_samples where measured_at >= ${since}
      order by measured_at desc limit ${samplesMax}
    ) as newest order by measured_at`;
}

/** Deletes the sizes before a time. */
export async function deleteSamples(sql: Sql, before: Date): Promise<void> {
  await sql`delete from storage_samples where measured_at < ${before}`;
}

/** Reads what chores has measured last; null if it has not measured yet. */
export async function readReport(sql: Sql): Promise<StorageReport | null> {
  const [row] = await sql<{ report: StorageReport }[]>`select report from storage_report`;
  return row?.report ?? null;
}

/** Writes what was measured. The time of the last drop because of the share stays, unless the report has a newer one. */
export async function writeReport(sql: Sql, report: StorageReport): Promise<void> {
  await sql`
    insert into storage_report (report) values (${sql.json({ ...report })})
    on conflict (is_single) do update set updated_at = now(),
      report = jsonb_set(excluded.report, '{retention,droppedAt}', coalesce(
        nullif(excluded.report #> '{retention,droppedAt}', 'null'),
        storage_report.report #> '{retention,droppedAt}', 'null'))`;
}
