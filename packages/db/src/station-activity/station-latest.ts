import { messageIdFloor, type StationStats } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { topLabels } from "../messages/top-labels.ts";
import { hourCounts, type StationSample } from "./station-rates.ts";

/** The health of a station by its latest messages of a day, or by a sample if there are many. */
export interface StationHealth extends StationSample {
  readonly decoders: readonly string[];
  readonly skewed: number;
  /** Those that a key of the station proved. */
  readonly proven: number;
  /** Median of how far the station's clock is ahead, seconds; null without messages. */
  readonly clockOffsetSeconds: number | null;
  /** The id of the latest message of each decoder. */
  readonly latest: ReadonlyMap<string, string>;
}

type Row = Omit<StationHealth, "decoders" | "latest"> & {
  readonly decoders: string[] | null;
  readonly latest: Record<string, string> | null;
};

/** A sender chooses the names of decoders. */
const decodersMax = 10;

/** Looks at the latest messages of a station, at most so many: the cost doesn't grow with traffic. */
export async function readStationHealth(
  sql: Sql,
  stationId: number,
  nowMs: number,
  countMax: number,
): Promise<StationHealth> {
  const [row] = await sql<Row[]>`
    with latest as materialized (
      select id, group_id, created_at, received_at, source, skewed, authenticated from messages
      where station_id = ${stationId} and id >= ${messageIdFloor(nowMs - 86_400_000)}
      order by id desc limit ${countMax}
    )
    select count(*) as sampled, min(created_at) as from,
      count(*) filter (where id >= ${messageIdFloor(nowMs - 3_600_000)}) as of_last_hour,
      to_json(array_agg(distinct source)) as decoders,
      count(*) filter (where skewed) as skewed,
      count(*) filter (where id <> group_id) as later,
      count(*) filter (where authenticated) as proven,
      percentile_cont(0.5) within group (
        order by extract(epoch from received_at - created_at)::float8
      ) as clock_offset_seconds,
      (select json_object_agg(source, id) from (
        select distinct on (source) source, id from latest
        order by source, id desc limit ${decodersMax}
      ) as newest) as "latest", ${hourCounts(sql, sql`${stationId}`, nowMs)}
    from latest`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return {
    ...row,
    decoders: (row.decoders ?? []).toSorted(),
    latest: new Map(Object.entries(row.latest ?? {})),
  };
}

/** Looks at the latest messages of a station from `sinceMs` to before `untilMs`, at most so many. */
export async function readStationLatest(
  sql: Sql,
  stationId: number,
  time: { sinceMs: number; untilMs: number },
  countMax: number,
): Promise<StationStats["latest"]> {
  const [row] = await sql<StationStats["latest"][]>`
    with latest as materialized (
      select label, level, airframe_id, created_at from messages
      where station_id = ${stationId} and id >= ${messageIdFloor(time.sinceMs)}
        and id < ${messageIdFloor(time.untilMs)}
      order by id desc limit ${countMax}
    )
    select count(*) as sampled, min(created_at) as from, count(distinct airframe_id) as airframes,
      case when count(level) > 0 then jsonb_build_object('min', min(level),
        'median', percentile_cont(0.5) within group (order by level), 'max', max(level)) end as levels,
      ${topLabels(sql)} as labels
    from latest`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}
