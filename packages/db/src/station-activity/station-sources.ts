import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";

/** Says that a network sent messages under the ident of a station. */
export interface StationSource {
  readonly stationId: number;
  /** The keyed hash of the network; empty for networks that are counted together. */
  readonly network: Uint8Array;
  /** The time of the first message, ISO 8601: its hour is counted. */
  readonly at: string;
}

/** Networks that begin to send under an ident on one day and are counted separately; others are counted together. */
export const newNetworksMax = 16;
/** The same with networks of earlier days: who fills a day with new ones does not push those out. */
const networksMax = 64;
/** The days for which shares of networks are shown. */
export const sourceDays = 7;
/** The days for which networks are stored after they have sent: claims look back as far. */
const networkDays = 30;
/** Days on which messages must come from a network until it has history. */
const historyDays = 3;
const historyNetworksMax = 100_000;
const dayMs = 86_400_000;

/** Counts hours in which networks sent under the idents of stations. Counting an hour again adds nothing. */
export async function add(sql: Sql, sources: readonly StationSource[]): Promise<void> {
  const sent = sources.map(({ stationId, network, at }) => ({
    stationId,
    network: Buffer.from(network).toString("hex"),
    at,
  }));
  const { rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, sent, { stationId: "integer", network: "text", at: "timestamptz" }),
  );
  await sql`
    insert into station_sources (station_id, day, network, hours, first_at)
    select station_id, day, named, bit_or(hours), min(first_at) from (
      select station_id, day, hours, first_at, case
        when is_counted or place <= case when is_known then ${networksMax} else ${newNetworksMax} end::integer
        then network else ''::bytea end as named
      from (
        select offered.station_id, offered.day, offered.network, offered.hours,
          least(offered.at, known.first_at) as first_at,
          known.first_at is not null as is_known, coalesce(known.is_counted, false) as is_counted,
          row_number() over (
            partition by offered.station_id, offered.day, known.is_counted is true
            order by known.first_at nulls last, offered.at, offered.network
          ) + (
            select count(*) from station_sources counted
            where counted.station_id = offered.station_id and counted.day = offered.day
          ) as place
        from (
          select station_id, (at at time zone 'UTC')::date as day, decode(network, 'hex') as network,
            bit_or(1 << extract(hour from at at time zone 'UTC')::integer) as hours, min(at) as at
          from ${rows} group by 1, 2, 3
        ) as offered
        join stations on stations.id = offered.station_id
        left join lateral (
          select min(k.first_at) as first_at, bool_or(k.day = offered.day) as is_counted
          from station_sources k
          where k.station_id = offered.station_id and k.network = offered.network
        ) as known on true
      ) as placed
    ) as sources
    group by station_id, day, named
    order by station_id, day, named
    on conflict (station_id, day, network) do update set
      hours = station_sources.hours | excluded.hours,
      first_at = least(station_sources.first_at, excluded.first_at)`;
}

/** Returns networks from which messages came on three or more of the last days, as hex. */
export async function listNetworksWithHistory(sql: Sql): Promise<string[]> {
  const rows = await sql<{ network: string }[]>`
    select encode(network, 'hex') as network from station_sources
    where network <> ''::bytea and day > (now() at time zone 'UTC')::date - ${sourceDays}::integer
    group by network having count(distinct day) >= ${historyDays}
    limit ${historyNetworksMax}`;
  return rows.map(({ network }) => network);
}

/**
 * Deletes sources of days that are not looked at any more, at most `rowsMax`.
 *
 * @param cutoff the begin of the days for which shares are shown
 */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const before = new Date(cutoff.getTime() - (networkDays - sourceDays) * dayMs);
  const { count } = await sql`
    delete from station_sources where (station_id, day, network) in (
      select station_id, day, network from station_sources
      where day < (${before}::timestamptz at time zone 'UTC')::date
      order by day limit ${rowsMax}
    )`;
  return count;
}
