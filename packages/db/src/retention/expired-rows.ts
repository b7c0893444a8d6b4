import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import type { PartitionedTable } from "./partitions.ts";

const dayMs = 86_400_000;

// Each takes away so many rows at most and says how many there were: ask again until it is fewer.
// All of them may be asked by several at once.

/**
 * Messages, or their raw objects, of days that are over and whose partition was dropped or never
 * made: they lie in the default partition, which isn't dropped. As with partitions, the day that
 * `cutoff` falls into stays whole.
 */
export async function deleteStrays(
  sql: Sql,
  table: PartitionedTable,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const strays = sql(`${table}_default`);
  const floor = messageIdFloor(Math.floor(cutoff.getTime() / dayMs) * dayMs);
  const { count } = await sql`
    delete from ${strays} where id in (
      select id from ${strays} where id < ${floor} order by id limit ${rowsMax}
    )`;
  return count;
}

/** Counts of hours before `cutoff`. */
export async function deleteCounts(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from message_counts where (hour, station_id, source_type) in (
      select hour, station_id, source_type from message_counts
      where hour < ${cutoff.toISOString()} order by hour limit ${rowsMax}
    )`;
  return count;
}

/** Notifications made before `cutoff`, read or not. */
export async function deleteNotifications(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from notifications where id in (
      select id from notifications where id < ${messageIdFloor(cutoff.getTime())}
      order by id limit ${rowsMax}
    )`;
  return count;
}

/** Chat messages sent before `cutoff`. */
export async function deleteChatMessages(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from chat_messages where id in (
      select id from chat_messages where id < ${messageIdFloor(cutoff.getTime())}
      order by id limit ${rowsMax}
    )`;
  return count;
}

/**
 * Conversations whose last message was sent before `cutoff`. By that message's id alone: a thread in
 * which somebody writes meanwhile is looked at again by its new one, and stays.
 */
export async function deleteChatThreads(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const floor = messageIdFloor(cutoff.getTime());
  const { count } = await sql`
    delete from chat_threads
    where last_message_id < ${floor} and (user_id, partner_id) in (
      select user_id, partner_id from chat_threads where last_message_id < ${floor}
      order by user_id, partner_id limit ${rowsMax}
    )`;
  return count;
}

/** Flights last heard before `cutoff`. A flight begins before it is heard last, so that finds them. */
export async function deleteFlights(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const before = cutoff.toISOString();
  const { count } = await sql`
    delete from flights where last_received_at < ${before} and id in (
      select id from flights where first_received_at < ${before} and last_received_at < ${before}
      order by first_received_at limit ${rowsMax}
    )`;
  return count;
}

/**
 * Airframes last heard before `cutoff` of which nothing is known but what they were called by. What
 * an import or a register has told stays; one that is heard again gets its id again.
 */
export async function deleteBareAirframes(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const before = cutoff.toISOString();
  const { count } = await sql`
    delete from airframes where last_received_at < ${before} and id in (
      select id from airframes
      where last_received_at < ${before} and type is null and manufacturer is null and model is null
        and owner is null and operator is null and military is null
      order by last_received_at limit ${rowsMax}
    )`;
  return count;
}
