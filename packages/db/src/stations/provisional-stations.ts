import type { Sql } from "../connection/database.ts";

/**
 * Deletes provisional stations that were received last, or created, before `cutoff`. Stations with a
 * key or a pending claim are kept.
 *
 * @returns the idents of the deleted stations, at most `rowsMax`
 */
export async function deleteProvisional(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<string[]> {
  const rows = await sql<{ ident: string }[]>`
    with silent as (
      select id from stations s
      where provisional and account_id is null
        and coalesce(last_received_at, created_at) < ${cutoff}
        and not exists (select from station_keys k where k.station_id = s.id)
        and not exists (
          select from station_claims c where c.station_id = s.id and c.decided_at is null
        )
      order by id limit ${rowsMax}
    ), claims as (
      delete from station_claims where station_id in (select id from silent)
    ), states as (
      delete from station_states where station_id in (select id from silent)
    )
    delete from stations where id in (select id from silent) and provisional
      and account_id is null and coalesce(last_received_at, created_at) < ${cutoff}
    returning ident`;
  return rows.map(({ ident }) => ident);
}
