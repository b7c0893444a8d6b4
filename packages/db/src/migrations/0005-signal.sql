-- How well a station received a message, as its decoder tells: 18 bytes of a row at most, and none where it tells nothing.
alter table messages
  add column noise real,
  add column snr real,
  -- Hz.
  add column frequency_skew real,
  add column bit_rate smallint,
  add column slot text,
  add column octets_corrected smallint,
  -- The number of the ground station of HFDL that sent the message or that it was sent to.
  add column ground_station smallint;

-- What aircraft report of their reception of ground stations of HFDL: rows of a message, deleted with it. Who reports and when is in the message.
create table hfdl_reports (
  message_id uuid not null,
  -- The number of the ground station.
  ground_station smallint not null,
  -- Numbers of its frequencies in the system table: to which the aircraft listens, and on which it has received it.
  tuned smallint[] not null,
  received smallint[] not null,
  -- Counts of MPDUs by bit rate, 300, 600, 1200 and 1800; null in frequency data.
  mpdus_received integer[],
  mpdus_failed integer[],
  mpdus_sent integer[],
  mpdus_delivered integer[],
  squitters_received integer,
  squitters_missed integer,
  change_cause integer,
  primary key (message_id, ground_station)
);

create function delete_hfdl_reports() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from hfdl_reports r using deleted d where r.message_id = d.id and d.source_type = 'hfdl';
  return null;
end
$$;
create trigger messages_delete_reports after delete on messages
  referencing old table as deleted for each statement execute function delete_hfdl_reports();

-- What stations receive on each channel of HFDL, in periods of ten minutes, for what is active now. Kept for hours.
create table hf_receptions (
  period timestamptz not null,
  ground_station smallint not null,
  khz integer not null,
  station_id integer not null,
  squitters integer not null,
  frames integer not null,
  snr_sum real not null,
  snr_count integer not null,
  last_squitter_at timestamptz,
  last_at timestamptz not null,
  primary key (period, ground_station, khz, station_id)
);

-- Counts by channel and hour; of all stations (0), and for some days of each.
create table hf_channel_hours (
  hour timestamptz not null,
  ground_station smallint not null,
  khz integer not null,
  station_id integer not null,
  -- Transmissions with a message, and the aircraft that sent or got them.
  messages integer not null,
  aircraft integer not null,
  -- The mean, dB.
  snr real,
  -- Receptions of squitters.
  squitters integer not null,
  primary key (hour, ground_station, khz, station_id)
);
create index hf_channel_hours_station on hf_channel_hours (station_id, hour);

-- Paths between aircraft and ground stations, by the band (whole MHz) and the height of the sun over the middle of the path: the least
-- degree of a range of ten.
create table hf_paths (
  hour timestamptz not null,
  ground_station smallint not null,
  band smallint not null,
  sun smallint not null,
  messages integer not null,
  snr real,
  -- The mean, km.
  distance real not null,
  primary key (hour, ground_station, band, sun)
);

-- When a squitter of HFDL last named the frequency among all that are active of its ground station.
alter table ground_station_frequencies add column announced_at timestamptz;
