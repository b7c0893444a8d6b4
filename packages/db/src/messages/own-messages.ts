import type { Message } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { selectColumns } from "../query/columns.ts";
import { messageColumns, withoutUnknown } from "./message-columns.ts";

/*
 * Reads an account's feed from Postgres when its log no longer has it. "Own" follows the present owner
 * of a station, checked by each query. The ids of each station come from its index in order and are
 * merged, so a query costs what it returns, however many messages others have sent.
 */

/** The newest message of a station at a moment: all of its messages up to it were there then. */
export interface StationBound {
  readonly stationId: number;
  readonly messageId: string;
}

/** Lists the newest message of each own station that has any. */
export async function newestOwnMessages(sql: Sql, accountId: string): Promise<StationBound[]> {
  return await sql<StationBound[]>`
    select s.id as station_id, newest.id as message_id
    from stations s cross join lateral (
      select m.id from messages m where m.station_id = s.id order by m.id desc limit 1
    ) newest
    where s.account_id = ${accountId}`;
}

/** A page of own messages after an id, of the stations that have a bound. */
export interface OwnPage {
  readonly after: string;
  readonly bounds: readonly StationBound[];
  readonly rowsMax: number;
}

/**
 * Lists the next own messages after an id, oldest first, of each station up to its bound. Pages that
 * are read one after another are then consistent, although more is being stored.
 */
export async function listOwnMessages(
  sql: Sql,
  accountId: string,
  { after, bounds, rowsMax }: OwnPage,
): Promise<Message[]> {
  const rows = await sql<Message[]>`
    with next as (
      select own.id
      from unnest(
        ${bounds.map(({ stationId }) => stationId)}::integer[],
        ${bounds.map(({ messageId }) => messageId)}::uuid[]
      ) as bound (station_id, last)
      join stations s on s.id = bound.station_id and s.account_id = ${accountId}
      cross join lateral (
        select m.id from messages m
        where m.station_id = s.id and m.id > ${after} and m.id <= bound.last
        order by m.id limit ${rowsMax}
      ) own
      order by own.id limit ${rowsMax}
    )
    select ${selectColumns(sql, messageColumns)} from next join messages using (id) order by id`;
  return withoutUnknown(rows);
}

/** Own messages that were stored late: at or after a time, though their ids are before another one. */
export interface LateMessages {
  readonly storedSinceMs: number;
  readonly beforeId: string;
}

/** Lists the next late own messages after an id, oldest id first. */
export async function listLateOwnMessages(
  sql: Sql,
  accountId: string,
  { storedSinceMs, beforeId }: LateMessages,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Message[]> {
  const storedSince = new Date(storedSinceMs);
  const rows = await sql<Message[]>`
    with next as (
      select m.id from messages m join stations s on s.id = m.station_id
      where s.account_id = ${accountId} and m.stored_at >= ${storedSince}
        and m.id > ${after} and m.id < ${beforeId}
      order by m.id limit ${limit}
    )
    select ${selectColumns(sql, messageColumns)} from next join messages using (id) order by id`;
  return withoutUnknown(rows);
}

/** Counts the late own messages, up to `countMax`. */
export async function countLateOwnMessages(
  sql: Sql,
  accountId: string,
  { storedSinceMs, beforeId }: LateMessages,
  countMax: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from messages m join stations s on s.id = m.station_id
      where s.account_id = ${accountId}
        and m.stored_at >= ${new Date(storedSinceMs)} and m.id < ${beforeId}
      limit ${countMax}
    ) counted`;
  return row?.count ?? 0;
}

/** Counts the own messages after an id, up to `countMax`. */
export async function countOwnMessages(
  sql: Sql,
  accountId: string,
  after: string,
  countMax: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from stations s cross join lateral (
        select 1 from messages m where m.station_id = s.id and m.id > ${after} limit ${countMax}
      ) own
      where s.account_id = ${accountId} limit ${countMax}
    ) counted`;
  return row?.count ?? 0;
}

/** Returns the id of the oldest of the newest `countMax` own messages; null if there are none. */
export async function oldestOwnMessage(
  sql: Sql,
  accountId: string,
  countMax: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from (
      select own.id from stations s cross join lateral (
        select m.id from messages m where m.station_id = s.id order by m.id desc limit ${countMax}
      ) own
      where s.account_id = ${accountId}
      order by own.id desc limit ${countMax}
    ) newest
    order by id limit 1`;
  return row?.id ?? null;
}

/** Returns the start of the oldest day that has a partition, Unix ms: older days may be dropped. */
export async function retentionStartMs(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select min(substring(relname::text from '^messages_([0-9]{8})$')) as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass('messages')`;
  const day = row?.day ?? null;
  if (day === null) return null;
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
}
