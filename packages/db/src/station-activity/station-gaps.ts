import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** An hour of a station. */
export interface CountedHour {
  readonly from: string;
  readonly messages: number;
  /** Whether any station sent messages in it. */
  readonly anyStation: boolean;
}

/** Returns the hours from `since` to the current one, the oldest first. */
export async function countStationHours(
  sql: Sql,
  stationId: number,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<CountedHour[]> {
  return await sql<CountedHour[]>`
    select hours.hour as from, coalesce(counted.messages, 0)::bigint as messages,
      exists (select from message_counts any_counts where any_counts.hour = hours.hour) as any_station
    from generate_series(
      date_trunc('hour', ${since}::timestamptz, 'UTC'),
      ${until}::timestamptz, interval '1 hour'
    ) as hours (hour)
    left join lateral (
      select sum(messages) as messages from message_counts
      where station_id = ${stationId} and message_counts.hour = hours.hour
    ) as counted on true
    order by hours.hour`;
}

/** The first and the last message of a station around a time without any. */
export interface MessagesAround {
  readonly lastBefore: string | null;
  readonly firstAfter: string | null;
}

/**
 * Returns when the last message of a station before each time was received, and the first one after
 * it. Looks no further than some hours, so that few days are read.
 */
export async function messagesAround(
  sql: Sql,
  stationId: number,
  times: readonly { readonly from: string; readonly until: string }[],
): Promise<MessagesAround[]> {
  const hourMs = 3_600_000;
  const rows = await sql<{ before: string | null; after: string | null }[]>`
    select
      (select id from messages where station_id = ${stationId} and id < gap.from_id
        and id >= gap.before_id order by id desc limit 1) as before,
      (select id from messages where station_id = ${stationId} and id >= gap.until_id
        and id < gap.after_id order by id limit 1) as after
    from unnest(
      ${times.map(({ from }) => messageIdFloor(Date.parse(from)))}::uuid[],
      ${times.map(({ from }) => messageIdFloor(Date.parse(from) - hourMs))}::uuid[],
      ${times.map(({ until }) => messageIdFloor(Date.parse(until)))}::uuid[],
      ${times.map(({ until }) => messageIdFloor(Date.parse(until) + hourMs))}::uuid[]
    ) with ordinality as gap (from_id, before_id, until_id, after_id, number)
    order by number`;
  return rows.map(({ before, after }) => ({
    lastBefore: timeOf(before),
    firstAfter: timeOf(after),
  }));
}

function timeOf(id: string | null): string | null {
  return id === null ? null : new Date(messageIdTimeMs(id)).toISOString();
}
