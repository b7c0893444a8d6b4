import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";

/** Messages that a station sent from a network today. */
export interface StationSource {
  readonly stationId: number;
  /** The keyed hash of the network; empty for networks that are counted together. */
  readonly network: Uint8Array;
  readonly messages: number;
}

/** Networks of a station and day that are counted separately; the rest is counted together. */
export const sourceNetworksMax = 16;
/** The days that claims look back, after which sources are deleted. */
export const sourceDays = 7;
/** The share of messages from which on a network proves a claim; `prove_claim` has it too. */
export const provenShare = 0.9;
/** Days on which messages must come from a network until it has history. */
const historyDays = 3;
const historyNetworksMax = 100_000;

/** Adds messages to the sources of stations that exist. */
export async function addStationSources(
  sql: Sql,
  sources: readonly StationSource[],
): Promise<void> {
  const sent = sources.map(({ stationId, network, messages }) => ({
    stationId,
    network: Buffer.from(network).toString("hex"),
    messages,
  }));
  const { rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, sent, { stationId: "integer", network: "text", messages: "integer" }),
  );
  await sql`
    insert into station_sources (station_id, day, network, messages)
    select station_id, (now() at time zone 'UTC')::date, counted, sum(messages) from (
      select sent.station_id, sent.messages, case when exists (
        select from station_sources known where known.station_id = sent.station_id
          and known.day = (now() at time zone 'UTC')::date
          and known.network = decode(sent.network, 'hex')
      ) or (
        select count(*) from station_sources known where known.station_id = sent.station_id
          and known.day = (now() at time zone 'UTC')::date
      ) < ${sourceNetworksMax} then decode(sent.network, 'hex') else ''::bytea end as counted
      from ${rows}
    ) as sources
    where exists (select from stations where stations.id = station_id)
    group by station_id, counted
    order by station_id, counted
    on conflict (station_id, day, network)
      do update set messages = station_sources.messages + excluded.messages`;
}

/** Returns the share, 0 to 1, of a station's messages of the last 7 days that came from a network. */
export async function readSourceShare(
  sql: Sql,
  stationId: number,
  network: Uint8Array,
): Promise<number> {
  const [row] = await sql<{ share: number | null }[]>`
    select (sum(messages) filter (where network = ${network}) / sum(messages))::float8 as share
    from station_sources
    where station_id = ${stationId}
      and day > (now() at time zone 'UTC')::date - ${sourceDays}::integer`;
  return row?.share ?? 0;
}

/** Returns networks from which messages came on three or more of the last days, as hex. */
export async function listNetworksWithHistory(sql: Sql): Promise<string[]> {
  const rows = await sql<{ network: string }[]>`
    select encode(network, 'hex') as network from station_sources
    where network <> ''::bytea
    group by network having count(distinct day) >= ${historyDays}
    limit ${historyNetworksMax}`;
  return rows.map(({ network }) => network);
}

/** Deletes sources and rejects of days before `cutoff`, at most `rowsMax` of each. */
export async function deleteSources(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from station_sources where (station_id, day, network) in (
      select station_id, day, network from station_sources
      where day < (${cutoff.toISOString()}::timestamptz at time zone 'UTC')::date
      order by day limit ${rowsMax}
    )`;
  return count;
}
