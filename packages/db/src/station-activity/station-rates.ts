import { messageIdFloor } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";

const hourMs = 3_600_000;

/** The latest messages of a station, as far as its rates need them. */
export interface StationSample {
  /** The number of messages in the sample. */
  readonly sampled: number;
  /** Those that were created within the last hour; a lower bound if it is the whole sample. */
  readonly ofLastHour: number;
  /** The creation time of the earliest. */
  readonly from: string | null;
  /** Those that are not the first reception of their transmission. */
  readonly later: number;
  /** All messages of the present hour of the clock, and of the hour before. */
  readonly ofThisHour: number;
  readonly ofHourBefore: number;
}

/**
 * Looks at the latest messages of a day of each station, at most `countMax` of each: the cost does not grow
 * with traffic. Stations without messages are in the result.
 */
export async function readStationSamples(
  sql: Sql,
  stationIds: readonly number[],
  nowMs: number,
  countMax: number,
): Promise<Map<number, StationSample>> {
  const rows = await sql<(StationSample & { stationId: number })[]>`
    select asked.id as station_id, counted.*, ${hourCounts(sql, sql`asked.id`, nowMs)}
    from unnest(${[...stationIds]}::integer[]) as asked (id)
    cross join lateral (
      select count(*) as sampled, min(created_at) as from,
        count(*) filter (where id >= ${messageIdFloor(nowMs - hourMs)}) as of_last_hour,
        count(*) filter (where id <> group_id) as later
      from (
        select id, group_id, created_at from messages
        where station_id = asked.id and id >= ${messageIdFloor(nowMs - 24 * hourMs)}
        order by id desc limit ${countMax}
      ) as latest
    ) as counted`;
  return new Map(rows.map(({ stationId, ...sample }) => [stationId, sample]));
}

/** Returns the counts of the present hour of the clock and of the one before, as columns. */
export function hourCounts(sql: Sql, stationId: Fragment, nowMs: number): Fragment {
  const hour = (startMs: number) => sql`
    (select coalesce(sum(messages), 0)::bigint from message_counts
      where station_id = ${stationId} and hour = ${new Date(startMs)})`;
  const startMs = Math.floor(nowMs / hourMs) * hourMs;
  return sql`${hour(startMs)} as of_this_hour, ${hour(startMs - hourMs)} as of_hour_before`;
}

/** The messages of a station's last hour. */
export interface LastHour {
  readonly now: number;
  /** Whether `now` is an estimate. */
  readonly estimated: boolean;
}

/**
 * Returns the messages of the last hour. If a sample of `countMax` covers less than an hour, they are estimated from the
 * counts of the present hour of the clock and the part of the hour before that belongs to the last 60 minutes. So they are
 * never more than what was stored, and never less than the sample.
 */
export function messagesOfLastHour(
  { sampled, ofLastHour, ofThisHour, ofHourBefore }: Omit<StationSample, "later" | "from">,
  nowMs: number,
  countMax: number,
): LastHour {
  if (sampled < countMax || ofLastHour < sampled) return { now: ofLastHour, estimated: false };
  const shareBefore = 1 - (nowMs % hourMs) / hourMs;
  const now = Math.round(ofThisHour + ofHourBefore * shareBefore);
  return { now: Math.max(ofLastHour, now), estimated: ofHourBefore > 0 || now < ofLastHour };
}
