import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

const hourMs = 3_600_000;

/** The latest messages of a station, as far as its rates need them. */
export interface StationSample {
  /** The number of messages in the sample. */
  readonly sampled: number;
  /** Those that were created within the last hour; a lower bound if it is the whole sample. */
  readonly ofLastHour: number;
  /** The creation time of the earliest. */
  readonly from: Date | null;
  /** Those that are not the first reception of their transmission. */
  readonly later: number;
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
    select asked.id as "stationId", counted.*
    from unnest(${[...stationIds]}::integer[]) as asked (id)
    cross join lateral (
      select count(*) as sampled, min(created_at) as from,
        count(*) filter (where id >= ${messageIdFloor(nowMs - hourMs)}) as "ofLastHour",
        count(*) filter (where id <> group_id) as later
      from (
        select id, group_id, created_at from messages
        where station_id = asked.id and id >= ${messageIdFloor(nowMs - 24 * hourMs)}
        order by id desc limit ${countMax}
      ) as latest
    ) as counted`;
  return new Map(rows.map(({ stationId, ...sample }) => [stationId, sample]));
}

/** Returns the messages of the last hour, extrapolated if a sample of `countMax` covers less than an hour. */
export function messagesPerHour(
  { sampled, ofLastHour, from }: Omit<StationSample, "later">,
  nowMs: number,
  countMax: number,
): number {
  if (from === null || sampled < countMax || ofLastHour < sampled) return ofLastHour;
  return Math.round((sampled * hourMs) / Math.max(1, nowMs - from.getTime()));
}
