import {
  type MessageStation,
  type StationOwner,
  type StationSummary,
  uniformIdent,
} from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { shownPosition } from "./shown-position.ts";

/** The owner of a station, and when anything of it has changed. */
export interface UpdatedOwner extends StationOwner {
  readonly updatedAt: string;
}

/** Adds a station of an account. Returns null if the ident is taken. */
export async function add(
  sql: Sql,
  station: { ident: string; accountId: string; sourceType: string | null; simulated?: boolean },
  actor: Actor = processActor,
): Promise<{ id: number; ident: string } | null> {
  const { ident, accountId, sourceType, simulated = false } = station;
  const object = { kind: "station", id: sql`id` };
  const about = { actor, action: "station.add", object, accountId };
  const [row] = await sql<{ id: number; ident: string }[]>`
    with added as materialized (
      select id, ident from add_station(${uniformIdent(ident)}, ${accountId}, ${sourceType}, ${simulated})
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select id, ident from added`;
  return row ?? null;
}

/**
 * Returns the station of a received ident; a new one is added without an owner, and is provisional. Its
 * first source type stays.
 */
export async function register(
  sql: Sql,
  received: {
    ident: string;
    sourceType: string | null;
    simulated: boolean;
    /** True by default: it must send on several days before it is listed publicly. */
    provisional?: boolean;
  },
): Promise<number> {
  const [known] = await sql<{ id: number; sourceType: string | null }[]>`
    select id, source_type from stations where ident = ${received.ident}`;
  // Looked up first, because a refused insert uses up an id as well.
  if (known && (known.sourceType !== null || received.sourceType === null)) return known.id;
  const [row] = await sql<{ id: number }[]>`
    insert into stations (ident, source_type, simulated, provisional)
    values (${received.ident}, ${received.sourceType}, ${received.simulated},
      ${received.provisional ?? true})
    on conflict (ident) do update
      set source_type = coalesce(stations.source_type, excluded.source_type), updated_at = now()
    returning id`;
  if (!row) throw new Error("an upsert of a station returned nothing");
  return row.id;
}

/**
 * Returns whether a new ident looks like that of a station, from which it differs by case, spaces, kinds of dashes or
 * letters of other scripts only (`fold_ident`).
 */
export async function looksLikeStation(sql: Sql, ident: string): Promise<boolean> {
  const rows = await sql`
    select 1 from stations where fold_ident(ident) = fold_ident(${ident}) and ident <> ${ident} limit 1`;
  return rows.length > 0;
}

export type Claim =
  | { readonly status: "claimed"; readonly id: number; readonly ident: string }
  | { readonly status: "unknown-station" }
  | { readonly status: "taken"; readonly username: string };

/** A station to give to an account. */
export interface StationToClaim {
  readonly ident: string;
  readonly accountId: string;
  /** Whether a station of another account is moved. */
  readonly moves: boolean;
}

/**
 * Gives an existing station to an account; a station of another account only if `moves` is set.
 * Claiming an own station again changes nothing. A move is recorded with the account that loses the
 * station.
 */
export async function claim(
  sql: Sql,
  { ident, accountId, moves }: StationToClaim,
  actor: Actor = processActor,
): Promise<Claim> {
  const object = { kind: "station", id: sql`id` };
  const given = { actor, action: "station.claim", object, accountId };
  const details = { to: accountId };
  const move = { actor, action: "station.move", object, accountId: sql`earlier`, details };
  const [row] = await sql<{ id: number; ident: string }[]>`
    with claimed as materialized (
      select id, ident, earlier from give_station(${ident}, ${accountId}, ${moves})
    ), recorded_claim as (${recordAction(sql, given, sql`from claimed where earlier is null`)}
    ), recorded_move as (
      ${recordAction(sql, move, sql`from claimed where earlier <> ${accountId}`)}
    )
    select id, ident from claimed`;
  if (row) return { status: "claimed", ...row };
  const [owner] = await sql<{ username: string }[]>`
    select a.username from stations s join accounts a on a.id = s.account_id
    where s.ident = ${ident}`;
  return owner ? { status: "taken", ...owner } : { status: "unknown-station" };
}

/** Returns the ids of known idents. */
export async function findByIdents(
  sql: Sql,
  idents: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; ident: string }[]>`
    select id, ident from stations where ident = any(${[...idents]}::text[])`;
  return new Map(rows.map((row) => [row.ident, row.id]));
}

/** Returns the idents of stations by their ids; unknown ids are left out. */
export async function identsById(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; ident: string }[]>`
    select id, ident from stations where id = any(${[...ids]}::integer[])`;
  return new Map(rows.map((row) => [row.id, row.ident]));
}

/** Lists an account's stations, as `feed:authenticated` contains them. */
export async function listOwned(sql: Sql, accountId: string): Promise<StationSummary[]> {
  return await sql<StationSummary[]>`
    select id, ident, source_type from stations
    where account_id = ${accountId} order by id`;
}

/**
 * Stations whose owner, ident, type or visibility may have changed since an instant. Ten seconds
 * before it come along again, because a transaction that began earlier may commit later.
 */
export async function ownersUpdatedSince(sql: Sql, instant: string): Promise<UpdatedOwner[]> {
  return await sql<UpdatedOwner[]>`
    select ${ownerColumns(sql)}, updated_at from stations
    where updated_at >= ${instant}::timestamptz - interval '10 seconds'
    order by updated_at, id`;
}

/** Returns the owners of those stations that exist. */
export async function ownersOf(sql: Sql, ids: readonly number[]): Promise<StationOwner[]> {
  return await sql<StationOwner[]>`
    select ${ownerColumns(sql)} from stations where id = any(${[...ids]}::integer[])`;
}

function ownerColumns(sql: Sql) {
  return sql`id as station_id, ident, account_id, source_type, hidden`;
}

/** Returns the public part of stations, by id; hidden ones are left out. */
export async function byId(sql: Sql, ids: readonly number[]): Promise<Map<number, MessageStation>> {
  const rows = await sql<MessageStation[]>`
    select id, ident, source_type, country_code, ${shownPosition(sql, null)}
    from stations where id = any(${[...ids]}::integer[]) and not hidden`;
  return new Map(rows.map((row) => [row.id, row]));
}
