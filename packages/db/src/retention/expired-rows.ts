import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import type { PartitionedTable } from "./partitions.ts";

const dayMs = 86_400_000;

// Each deletes at most `rowsMax` rows and returns how many there were: call it until it is fewer.
// Several processes may call them at the same time.

/**
 * Deletes messages, or raw objects, of expired days that have no partition of their own: they are in
 * the default partition, which is not dropped. As with partitions, the day of `cutoff` stays whole.
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

/** Deletes counts of hours before `cutoff`. */
export async function deleteCounts(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from message_counts where (hour, station_id, source_type) in (
      select hour, station_id, source_type from message_counts
      where hour < ${cutoff} order by hour limit ${rowsMax}
    )`;
  return count;
}

/** Deletes notifications created before `cutoff`, read or not. */
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

/** Deletes chat messages sent before `cutoff`. */
export async function deleteChatMessages(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from chat_messages where id in (
      select id from chat_messages where id < ${messageIdFloor(cutoff.getTime())}
      order by id limit ${rowsMax}
    )`;
  return count;
}

/**
 * Deletes conversations whose last message was sent before `cutoff`. The condition is on that message's
 * id: a thread that gets a message at the same time is checked again with its new id, and stays.
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

/** Deletes flights last received before `cutoff`. Their first reception is earlier; it has an index. */
export async function deleteFlights(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from flights where last_received_at < ${cutoff} and id in (
      select id from flights where first_received_at < ${cutoff} and last_received_at < ${cutoff}
      order by first_received_at limit ${rowsMax}
    )`;
  return count;
}

/**
 * Deletes airframes last received before `cutoff` that are known only by address or tail. Imported
 * details are kept. An airframe that is received again gets the same id.
 */
export async function deleteBareAirframes(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from airframes where last_received_at < ${cutoff} and id in (
      select id from airframes
      where last_received_at < ${cutoff} and type is null and manufacturer is null and model is null
        and owner is null and operator is null and military is null
      order by last_received_at limit ${rowsMax}
    )`;
  return count;
}
