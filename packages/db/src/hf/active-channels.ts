import { hfActiveMinutes } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { shownPosition } from "../stations/shown-position.ts";

/** A frequency that squitters name as active. */
export interface AnnouncedChannel {
  readonly groundStation: number;
  readonly khz: number;
  readonly announcedAt: string;
}

/** Receptions of one visible station on a channel in the last minutes. */
export interface ReceivedChannel {
  readonly groundStation: number;
  readonly khz: number;
  readonly receptions: number;
  readonly snrSum: number;
  readonly snrCount: number;
  readonly squitterAt: string | null;
  readonly receivedAt: string;
  /** Degrees, of the station as others see it. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Aircraft that have reported that they receive a frequency. */
export interface ReportedChannel {
  readonly groundStation: number;
  /** The number of the frequency in the system table. */
  readonly frequencyNumber: number;
  readonly aircraft: number;
}

/** Announcements of one ground station that are apart by less come from squitters of the same time. */
const sameSeconds = 20;
const announcedMinutes = 60;
/** Many times what the world has. */
const rowsMax = 10_000;

/**
 * Lists the frequencies that the newest squitters name as active. A ground station names all of its frequencies at once, so
 * one that a newer squitter leaves out is not active any more.
 */
export async function listAnnounced(sql: Sql): Promise<AnnouncedChannel[]> {
  return await sql<AnnouncedChannel[]>`
    select substring(ground_station_id from 6)::integer as ground_station, khz, announced_at
    from (
      select *, max(announced_at) over (partition by ground_station_id) as newest_at
      from ground_station_frequencies
      where ground_station_id like 'hfdl-%' and announced_at > now() - make_interval(mins => ${announcedMinutes})
    ) as active
    where announced_at > newest_at - make_interval(secs => ${sameSeconds})
    order by 1, 2 limit ${rowsMax}`;
}

/** Lists what stations received in the last minutes, by channel and station. Hidden stations tell nothing. */
export async function listReceived(sql: Sql): Promise<ReceivedChannel[]> {
  return await sql<ReceivedChannel[]>`
    select ground_station, khz, sum(squitters + frames)::integer as receptions,
      sum(snr_sum)::float8 as snr_sum, sum(snr_count)::integer as snr_count,
      max(last_squitter_at) as squitter_at, max(last_at) as received_at,
      min(latitude) as latitude, min(longitude) as longitude
    from (
      select received.*, ${shownPosition(sql, null)}
      from hf_receptions received join stations on stations.id = received.station_id
      where period > now() - make_interval(mins => ${2 * hfActiveMinutes})
        and last_at > now() - make_interval(mins => ${hfActiveMinutes}) and not hidden
    ) as placed
    group by ground_station, khz, station_id order by receptions desc limit ${rowsMax}`;
}

/** Counts the aircraft of messages since an id that have reported that they receive a frequency. */
export async function listReporting(sql: Sql, sinceId: string): Promise<ReportedChannel[]> {
  return await sql<ReportedChannel[]>`
    select r.ground_station, f.number as frequency_number,
      count(distinct coalesce(m.from_hex, m.flight_number))::integer as aircraft
    from hfdl_reports r join messages m on m.id = r.message_id
      cross join unnest(r.received) as f (number)
    where r.message_id >= ${sinceId} and m.id >= ${sinceId}
      and not exists (select from stations s where s.id = m.station_id and s.hidden)
    group by 1, 2 limit ${rowsMax}`;
}
