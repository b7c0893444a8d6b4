import type { StationReject } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";

/** Objects of a station that ingest refused for one reason. */
export interface StationRejectToAdd {
  readonly ident: string;
  readonly reason: string;
  readonly count: number;
  /** The time of the last one. */
  readonly lastAt: string;
  readonly detail: string;
}

const shownDays = 7;

/** Adds to the rejects of today; idents without a station are left out. */
export async function add(sql: Sql, rejects: readonly StationRejectToAdd[]): Promise<void> {
  const { rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, rejects, {
      ident: "text",
      reason: "text",
      count: "integer",
      lastAt: "timestamptz",
      detail: "text",
    }),
  );
  await sql`
    insert into station_rejects (station_id, day, reason, count, last_at, detail)
    select s.id, (now() at time zone 'UTC')::date, sent.reason, sent.count, sent.last_at, sent.detail
    from ${rows} join stations s on s.ident = sent.ident
    order by s.id, sent.reason
    on conflict (station_id, day, reason) do update set
      count = station_rejects.count + excluded.count,
      last_at = greatest(station_rejects.last_at, excluded.last_at),
      detail = excluded.detail`;
}

/** Lists what was refused of a station in the last 7 days, the latest reason first. */
export async function list(sql: Sql, stationId: number): Promise<StationReject[]> {
  return (await listOfStations(sql, [stationId])).get(stationId) ?? [];
}

/** Lists the same of several stations; those of which nothing was refused are left out. */
export async function listOfStations(
  sql: Sql,
  stationIds: readonly number[],
): Promise<Map<number, StationReject[]>> {
  const rows = await sql<(StationReject & { stationId: number })[]>`
    select station_id, reason, sum(count)::integer as count,
      max(last_at) as last_at, (array_agg(detail order by last_at desc))[1] as detail
    from station_rejects
    where station_id = any(${[...stationIds]}::integer[])
      and day > (now() at time zone 'UTC')::date - ${shownDays}::integer
    group by station_id, reason order by max(last_at) desc, reason`;
  const rejects = new Map<number, StationReject[]>();
  for (const { stationId, ...reject } of rows) {
    rejects.set(stationId, [...(rejects.get(stationId) ?? []), reject]);
  }
  return rejects;
}

/** Deletes rejects of days before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from station_rejects where (station_id, day, reason) in (
      select station_id, day, reason from station_rejects
      where day < (${cutoff}::timestamptz at time zone 'UTC')::date
      order by day limit ${rowsMax}
    )`;
  return count;
}
