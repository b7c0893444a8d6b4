import type { Erasure as ListedErasure } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** An erasure of an account or a station. */
export interface ErasureWithObject extends ListedErasure {
  /** The id of the account or station. */
  readonly objectId: string;
}

/**
 * Begins the erasure of an account, or returns the one that has begun. When it returns, the account
 * has ended, without name, keys, sessions, stations, claims, blocks and notifications.
 * `eraseNext` does the rest.
 *
 * @returns null if there is no such account.
 */
export async function beginForAccount(
  sql: Sql,
  accountId: string,
  actor: Actor,
): Promise<ErasureWithObject | null> {
  const object = { kind: "account", id: accountId };
  const recorded = recordAction(
    sql,
    { actor, action: "account.erase", object, accountId },
    sql`from begun where id is not null`,
  );
  const [row] = await sql<{ id: string | null }[]>`
    with begun as materialized (select begin_account_erasure(${accountId}) as id),
    recorded as (${recorded})
    select id from begun`;
  return row?.id == null ? null : await read(sql, row.id);
}

/**
 * Begins the erasure of a station, or returns the one that has begun. When it returns, its ident,
 * position, owner and keys are deleted. Its messages stay, linked to the number of the station.
 *
 * @param ownerId restricts it to stations of this account; null for any
 * @returns the erasure and the ident that the station had; null if there is no such station
 */
export async function beginForStation(
  sql: Sql,
  stationId: number,
  ownerId: string | null,
  actor: Actor,
): Promise<{ erasure: ErasureWithObject; ident: string } | null> {
  const object = { kind: "station", id: stationId };
  const about = { actor, action: "station.erase", object, accountId: sql`account_id` };
  const [row] = await sql<{ id: string | null; ident: string }[]>`
    with given as materialized (
      select id, ident, account_id from stations
      where id = ${stationId} and (${ownerId}::uuid is null or account_id = ${ownerId})
    ), begun as materialized (
      select begin_station_erasure(given.id) as erasure, ident, account_id from given
    ), recorded as (${recordAction(sql, about, sql`from begun where erasure is not null`)})
    select erasure as id, ident from begun`;
  if (row?.id == null) return null;
  const erasure = await read(sql, row.id);
  return erasure === null ? null : { erasure, ident: row.ident };
}

export async function read(sql: Sql, id: string): Promise<ErasureWithObject | null> {
  const [row] = await sql<ErasureWithObject[]>`${erasures(sql)} where id = ${id}`;
  return row ?? null;
}

/** Lists erasures that are not finished, oldest first. */
export async function listPending(sql: Sql, rowsMax: number): Promise<ErasureWithObject[]> {
  return await sql<ErasureWithObject[]>`
    ${erasures(sql)} where finished_at is null order by requested_at limit ${rowsMax}`;
}

/** Erases the next rows, at most `rowsMax` of a kind. @returns how many; 0 if nothing is left. */
export async function eraseNext(
  sql: Sql,
  { id, kind, objectId }: ErasureWithObject,
  rowsMax: number,
): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`
    select ${
      kind === "account"
        ? sql`erase_chat(${id}, ${objectId}::uuid, ${rowsMax})`
        : sql`erase_raws(${id}, ${Number(objectId)}, ${rowsMax})`
    } as erased`;
  return row?.erased ?? 0;
}

/** Records that nothing is left of an erasure. */
export async function finish(sql: Sql, id: string): Promise<void> {
  await sql`update erasures set finished_at = coalesce(finished_at, now()) where id = ${id}`;
}

function erasures(sql: Sql) {
  return sql`
    select id, kind, object_id, requested_at, finished_at, counts from erasures`;
}
