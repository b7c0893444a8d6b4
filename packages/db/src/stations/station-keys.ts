import type { StationAccess, StationKey } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { readAsOf } from "../connection/read-as-of.ts";

/** A station key to add. Only its SHA-256 is stored. */
export interface StationKeyToAdd {
  readonly stationId: number;
  /** Restricts the station to this account's; any station for an operator. */
  readonly accountId?: string;
  readonly keyHash: Uint8Array;
  readonly hint: string;
  readonly label: string | null;
}

/** Active keys of a station: enough to replace one while it is in use. */
export const stationKeysMax = 5;

/**
 * Issues a key of a station.
 *
 * @returns null if there is no such station, or if it has `stationKeysMax` active keys
 */
export async function issue(
  sql: Sql,
  { stationId, accountId, keyHash, hint, label }: StationKeyToAdd,
  actor: Actor = processActor,
): Promise<{ id: string } | null> {
  const object = { kind: "station", id: stationId };
  const details = { hint };
  const action = { actor, action: "station-key.issue", object, accountId, details };
  const [row] = await sql<{ id: string | null }[]>`
    with issued as materialized (
      select issue_station_key(${stationId}, ${accountId ?? null}, ${keyHash}, ${hint}, ${label},
        ${stationKeysMax}) as id
    ), recorded as (${recordAction(sql, action, sql`from issued where id is not null`)})
    select id from issued`;
  return row?.id == null ? null : { id: row.id };
}

/** Lists the active keys of a station, newest first. */
export async function list(sql: Sql, stationId: number): Promise<StationKey[]> {
  return await sql<StationKey[]>`
    select id, hint, label, created_at from station_keys
    where station_id = ${stationId} and revoked_at is null
    order by created_at desc, id`;
}

/**
 * Revokes a key of a station.
 *
 * @returns false if the station has no such active key
 */
export async function revoke(
  sql: Sql,
  stationId: number,
  id: string,
  actor: Actor = processActor,
): Promise<boolean> {
  const object = { kind: "station", id: stationId };
  const action = { actor, action: "station-key.revoke", object };
  const rows = await sql`
    with revoked as (
      update station_keys set revoked_at = now()
      where id = ${id} and station_id = ${stationId} and revoked_at is null
      returning station_id
    ), changed as (
      update stations set updated_at = now() from revoked where stations.id = revoked.station_id
    ), recorded as (${recordAction(sql, action, sql`from revoked`)})
    select from revoked`;
  return rows.length > 0;
}

/** Keys and policies of stations at a time of the database. */
export interface StationAccessRead {
  readonly stations: StationAccess[];
  readonly asOf: string;
}

/**
 * Reads keys and policies of the stations that changed since an instant, without keys too, because
 * the last one may have been revoked. Ten seconds before it come along again: a transaction that
 * began earlier may commit later.
 *
 * @param since `asOf` of the previous read; null for all stations that have a key or require one
 */
export async function readAccess(sql: Sql, since: string | null): Promise<StationAccessRead> {
  const asOf = await readAsOf(sql);
  const active = sql`
    from station_keys k where k.station_id = s.id and k.revoked_at is null`;
  const stations = await sql<StationAccess[]>`
    select s.id as station_id, s.ident, s.key_policy as policy, coalesce((
      select json_agg(encode(k.key_hash, 'base64') order by k.id) ${active}
    ), '[]') as key_hashes
    from stations s
    where ${
      since === null
        ? sql`s.key_policy <> 'any' or exists (select ${active})`
        : sql`s.updated_at >= ${since}::timestamptz - interval '10 seconds'`
    }`;
  return { stations, asOf };
}
