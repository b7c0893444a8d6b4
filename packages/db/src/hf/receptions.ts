import type { Sql } from "../connection/database.ts";
import { type Columns, sendColumns, sentRows } from "../query/columns.ts";

/** Receptions of a station on a channel of HFDL since the last write. */
export interface HfReception {
  /** The begin of the ten minutes, ISO 8601. */
  readonly period: string;
  readonly groundStation: number;
  readonly khz: number;
  readonly ident: string;
  readonly squitters: number;
  /** Frames that are no squitters. */
  readonly frames: number;
  /** Sum and number of signal-to-noise ratios, dB. */
  readonly snrSum: number;
  readonly snrCount: number;
  readonly lastSquitterAt: string | null;
  readonly lastAt: string;
}

const columns: Columns<HfReception> = {
  period: "timestamptz",
  groundStation: "smallint",
  khz: "integer",
  ident: "text",
  squitters: "integer",
  frames: "integer",
  snrSum: "real",
  snrCount: "integer",
  lastSquitterAt: "timestamptz",
  lastAt: "timestamptz",
};

/** Adds receptions to those of their periods, each channel and station once. Stations that do not exist are left out. */
export async function addReceptions(sql: Sql, receptions: readonly HfReception[]): Promise<void> {
  const { rows } = sentRows(sql, "sent", sendColumns(sql, receptions, columns));
  await sql`
    insert into hf_receptions as known (period, ground_station, khz, station_id, squitters, frames,
      snr_sum, snr_count, last_squitter_at, last_at)
    select sent.period, sent.ground_station, sent.khz, stations.id, sent.squitters, sent.frames,
      sent.snr_sum, sent.snr_count, sent.last_squitter_at, sent.last_at
    from ${rows} join stations on stations.ident = sent.ident
    order by 1, 2, 3, 4
    on conflict (period, ground_station, khz, station_id) do update set
      squitters = known.squitters + excluded.squitters,
      frames = known.frames + excluded.frames,
      snr_sum = known.snr_sum + excluded.snr_sum,
      snr_count = known.snr_count + excluded.snr_count,
      last_squitter_at = greatest(known.last_squitter_at, excluded.last_squitter_at),
      last_at = greatest(known.last_at, excluded.last_at)`;
}
