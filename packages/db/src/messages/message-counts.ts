import type { MessagesCounted } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** A stretch of time, from `since` to before `until`; counts are by the whole hour it begins in. */
export interface CountedTime {
  readonly since: string;
  readonly until: string;
  readonly step: "hour" | "day";
}

/** Messages of each hour or UTC day, newest first; those without any are left out. */
export async function count(
  sql: Sql,
  { since, until, step }: CountedTime,
  stationId: number | null,
): Promise<MessagesCounted[]> {
  return await sql<MessagesCounted[]>`
    select "from", sum(messages)::bigint as messages,
      jsonb_object_agg(source_type, messages) as by_source_type
    from (
      select date_trunc(${step}, hour, 'UTC') as "from", source_type, sum(messages)::bigint as messages
      from message_counts
      where hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')
        and hour < ${until}
        ${stationId === null ? sql`` : sql`and station_id = ${stationId}`}
      group by 1, 2
    ) as counted
    group by "from" order by "from" desc`;
}

const usualDays = 14;
const usualDaysMin = 3;

/**
 * How many messages a station brings in an hour like this one: the median of the same hour of the
 * last two weeks' days, silent ones too. Null while it is known for less than three days.
 */
export async function usualPerHour(
  sql: Sql,
  stationId: number,
  nowMs: number,
): Promise<number | null> {
  return (await usualPerHourOf(sql, [stationId], nowMs)).get(stationId) ?? null;
}

/** Returns the same for several stations, without those that are known for less than three days. */
export async function usualPerHourOf(
  sql: Sql,
  stationIds: readonly number[],
  nowMs: number,
): Promise<Map<number, number>> {
  const rows = await sql<{ stationId: number; usual: number }[]>`
    select s.id as station_id,
      percentile_cont(0.5) within group (order by coalesce(counted.messages, 0)) as usual
    from stations s
    cross join generate_series(1, ${usualDays}::integer) as ago
    cross join lateral (
      select date_trunc('hour', ${new Date(nowMs)}::timestamptz, 'UTC') - ago * interval '24 hours'
    ) as asked (hour)
    left join lateral (
      select sum(messages)::float8 as messages from message_counts
      where station_id = s.id and message_counts.hour = asked.hour
    ) as counted on true
    where s.id = any(${[...stationIds]}::integer[]) and asked.hour >= s.first_received_at
    group by s.id having count(*) >= ${usualDaysMin}`;
  return new Map(rows.map(({ stationId, usual }) => [stationId, usual]));
}
