import type { MessageStation } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { shownPosition } from "../stations/shown-position.ts";

/** The decoders' own objects, as text, of messages; those that are kept no more are left out. */
export async function rawsById(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; raw: string }[]>`
    select id, raw from message_raws where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, raw }) => [id, raw]));
}

/** Returns those of messages that are stored, in no order. */
export async function storedIds(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from messages where id = any(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** The part of a station that decides what a reader may see of its raw objects. */
export interface RawAccess {
  readonly ident: string;
  /** Whether the reader owns the station, and sees everything. */
  readonly isOwn: boolean;
  /** The exact position, degrees; null if it is unknown, or shown to everybody. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Returns what a reader may see of the raw objects of stations, by id.
 *
 * @param accountId the account that reads, null for an anonymous viewer
 */
export async function rawAccessById(
  sql: Sql,
  stationIds: readonly number[],
  accountId: string | null,
): Promise<Map<number, RawAccess>> {
  const rows = await sql<(RawAccess & { id: number })[]>`
    select id, ident, coalesce(account_id = ${accountId}, false) as is_own,
      case when not shows_exact_position then latitude end as latitude,
      case when not shows_exact_position then longitude end as longitude
    from stations where id = any(${[...stationIds]}::integer[])`;
  return new Map(rows.map(({ id, ...access }) => [id, access]));
}

/**
 * Stations of messages as who looks may see them: his own also when hidden, and exactly.
 *
 * @param accountId who looks, null for nobody in particular
 */
export async function shownStationsById(
  sql: Sql,
  ids: readonly number[],
  accountId: string | null,
): Promise<Map<number, MessageStation>> {
  const rows = await sql<MessageStation[]>`
    select id, ident, source_type, country_code, ${shownPosition(sql, accountId)}
    from stations
    where id = any(${[...ids]}::integer[]) and (not hidden or account_id = ${accountId})`;
  return new Map(rows.map((row) => [row.id, row]));
}
