import {
  type NetworkStation,
  shownItemsMax,
  shownTextMax,
  messageIdFloor,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { instantText } from "../query/instant-text.ts";

type LastMessage = NonNullable<NetworkStation["lastMessage"]>;

/** A summary of the latest messages of a station. */
export interface LatestReceptions {
  readonly stationId: number;
  /** Average of the last ten minutes. */
  readonly perMinute: number;
  readonly source: string | null;
  readonly clock: NetworkStation["clock"];
  readonly last: LastMessage | null;
  /** The decoder's object of the last message; null if it is not kept any more. */
  readonly raw: string | null;
}

interface Row extends Omit<LatestReceptions, "perMinute" | "clock"> {
  readonly sampled: number;
  readonly from: string | null;
  readonly offsetSeconds: number | null;
  readonly skewedShare: number | null;
}

const rateMs = 600_000;
const lastMs = 7 * 86_400_000;
/** Messages that are looked at: at the same cost for busy stations. */
const ratedMax = 500;
const clockedMax = 100;

/** Summarizes the latest messages of stations, of those that have sent in the last 7 days. */
export async function readLatestReceptions(
  sql: Sql,
  stationIds: readonly number[],
  nowMs: number,
): Promise<Map<number, LatestReceptions>> {
  const rows = await sql<Row[]>`
    select asked.id as station_id, rate.sampled, rate.from, clock.offset_seconds,
      clock.skewed_share, latest.source, latest.shown as last,
      (select raw from message_raws where id = latest.id) as raw
    from unnest(${[...stationIds]}::integer[]) as asked (id)
    cross join lateral (
      select m.id, m.source, jsonb_build_object('id', m.id, 'at', ${instantText(sql, sql`m.created_at`)},
        'linkDirection', m.link_direction, 'label', m.label, 'tail', m.tail,
        'flightNumber', m.flight_number, 'text', left(m.body, ${shownTextMax}),
        'description', left(m.decoded->>'description', ${shownTextMax}),
        'items', coalesce(
          jsonb_path_query_array(m.decoded, ${`$.items[0 to ${shownItemsMax - 1}]`}::text::jsonpath),
          '[]')) as shown
      from messages m
      where m.station_id = asked.id and m.id >= ${messageIdFloor(nowMs - lastMs)}
      order by m.id desc limit 1
    ) as latest
    cross join lateral (
      select count(*)::integer as sampled, min(created_at) as from from (
        select created_at from messages
        where station_id = asked.id and id >= ${messageIdFloor(nowMs - rateMs)}
        order by id desc limit ${ratedMax}
      ) as rated
    ) as rate
    cross join lateral (
      select percentile_cont(0.5) within group (
          order by extract(epoch from received_at - created_at)::float8
        ) as offset_seconds,
        avg(skewed::integer)::float8 as skewed_share
      from (
        select received_at, created_at, skewed from messages
        where station_id = asked.id and id >= ${messageIdFloor(nowMs - lastMs)}
        order by id desc limit ${clockedMax}
      ) as clocked
    ) as clock`;
  return new Map(rows.map((row) => [row.stationId, toReceptions(row, nowMs)]));
}

function toReceptions(row: Row, nowMs: number): LatestReceptions {
  const { stationId, source, last, raw, offsetSeconds, skewedShare } = row;
  return {
    stationId,
    perMinute: perMinute(row, nowMs),
    source,
    raw,
    clock:
      offsetSeconds === null || skewedShare === null
        ? null
        : { offsetSeconds: Math.round(offsetSeconds * 10) / 10, skewedShare },
    last,
  };
}

/** Returns the rate; over the time of the sample if that is shorter, and at least over a minute. */
function perMinute({ sampled, from }: Row, nowMs: number): number {
  if (sampled === 0 || from === null) return 0;
  const spanMs = sampled < ratedMax ? rateMs : nowMs - Date.parse(from);
  return Math.round((sampled * 600_000) / Math.max(60_000, spanMs)) / 10;
}
