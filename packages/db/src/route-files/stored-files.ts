import type { RouteFilesManifest } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** The size of each part of a file but the last. */
export const partBytes = 262_144;
/** The newest snapshot, and the one that replicas may still give out. */
const snapshotsKept = 2;

/** Returns the newest snapshot; null if there is none. */
export async function newestManifest(sql: Sql): Promise<RouteFilesManifest | null> {
  const [row] = await sql<{ manifest: RouteFilesManifest }[]>`
    select manifest from route_snapshots order by made_at desc limit 1`;
  return row?.manifest ?? null;
}

/** Returns a part of a file; null if it is not stored. */
export async function readPart(sql: Sql, sha256: string, part: number): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from route_file_parts where sha256 = ${sha256} and part = ${part}`;
  return row?.content ?? null;
}

/** Stores a part. Nobody reads it before the snapshot is added. */
export async function storePart(
  sql: Sql,
  { sha256, part, content }: { sha256: string; part: number; content: Buffer },
): Promise<void> {
  await sql`
    insert into route_file_parts (sha256, part, content) values (${sha256}, ${part}, ${content})
    on conflict (sha256, part) do update set stored_at = now()`;
}

/** Makes a snapshot whose parts are stored the newest one. */
export async function addSnapshot(sql: Sql, manifest: RouteFilesManifest): Promise<void> {
  const stored = JSON.stringify(manifest);
  await sql`
    insert into route_snapshots (made_at, manifest)
    values (${manifest.madeAt}, ${stored}::text::jsonb) on conflict do nothing`;
}

/** Deletes old snapshots, and parts that no snapshot names; another run may be storing those of the last hour. */
export async function deleteOld(sql: Sql): Promise<void> {
  await sql`
    with kept as materialized (
      select made_at, manifest from route_snapshots order by made_at desc limit ${snapshotsKept}
    ), old as (
      delete from route_snapshots where made_at not in (select made_at from kept)
    )
    delete from route_file_parts
    where stored_at < now() - interval '1 hour' and sha256 not in (
      select file->>'sha256' from kept cross join jsonb_array_elements(manifest->'files') as file
    )`;
}
