import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/**
 * Gives the account of canary messages a new API key, which is valid for two days, and returns the idents of
 * its stations. They are created when they are missing.
 *
 * @param key the SHA-256 and the beginning of the new key
 */
export async function open(
  sql: Sql,
  key: { readonly hash: Buffer; readonly hint: string },
  stationsCount: number,
): Promise<string[]> {
  const rows = await sql<{ ident: string }[]>`
    select ident from open_canary(${key.hash}, ${key.hint}, ${stationsCount}) as ident`;
  return rows.map(({ ident }) => ident);
}

/** Returns the ids of the stations of canary messages. */
export async function listStations(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from stations where canary`;
  return rows.map(({ id }) => id);
}

/** Whether a message is stored. */
export async function isStored(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select 1 from messages where id = ${id}`;
  return rows.length > 0;
}

/** Deletes canary messages that arrived before `cutoff`, at most `rowsMax`. */
export async function deleteMessages(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select delete_canary_messages(${messageIdFloor(cutoff.getTime())}, ${rowsMax}) as count`;
  return row?.count ?? 0;
}

/** A condition on a row with a `station_id`: it is not of a canary station. They are a few, found by an index. */
export function isNoCanary(sql: Sql) {
  return sql`station_id <> all(array(select id from stations where canary))`;
}
