import type { Message } from "@jetwire/protocol";
import type { Sql } from "./database.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-row.ts";

/** One message; the id names its partition, so one index is read. */
export async function readMessage(sql: Sql, id: string): Promise<Message | null> {
  const [row] = await sql<
    MessageRow[]
  >`select ${messageColumns(sql)} from messages where id = ${id}`;
  return row ? toMessage(row) : null;
}

export interface MessagePage {
  readonly limit: number;
  /** Ids, both exclusive. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The smallest id to look at (inclusive): a bound in time, by `messageIdFloor`. */
  readonly since?: string | undefined;
  /** Flights in their one spelling; any of them. */
  readonly flightKeys?: readonly string[] | undefined;
}

/**
 * Messages, newest first. With `after` alone it is the page next to it, so that a reader who
 * follows what comes misses nothing. Bounds by id let Postgres pass over other days.
 */
export async function listMessages(sql: Sql, page: MessagePage): Promise<Message[]> {
  const ascending = page.after !== undefined && page.before === undefined;
  // Only conditions that are asked for: a plan with `… is null or …` would look at every partition.
  const conditions = [
    sql`where true`,
    page.before === undefined ? null : sql`and id < ${page.before}`,
    page.after === undefined ? null : sql`and id > ${page.after}`,
    page.since === undefined ? null : sql`and id >= ${page.since}`,
    page.flightKeys === undefined ? null : inFlights(sql, page.flightKeys),
  ].filter((condition) => condition !== null);
  const rows = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages
    ${conditions}
    order by id ${ascending ? sql`asc` : sql`desc`}
    limit ${page.limit}`;
  const messages = rows.map(toMessage);
  return ascending ? messages.toReversed() : messages;
}

function inFlights(sql: Sql, flightKeys: readonly string[]) {
  // One key as an equation: the index then gives its rows in the order of ids.
  if (flightKeys.length === 1) return sql`and flight_key = ${flightKeys[0] ?? ""}`;
  return sql`and flight_key = any(${[...flightKeys]}::text[])`;
}
