-- Counts of VDL by hour, made again from the messages of the hour whenever there are more of them.
create table vdl_channel_hours (
  hour timestamptz not null,
  khz integer not null,
  -- Transmissions with a message, and the aircraft that sent or got them.
  messages integer not null,
  aircraft integer not null,
  -- The mean, dB.
  snr real,
  primary key (hour, khz)
);

-- How far aircraft were from the ground station that they exchanged messages with.
create table vdl_reach (
  hour timestamptz not null,
  ground_station_id text collate "C" not null,
  -- The least of a range of 50 km.
  km smallint not null,
  messages integer not null,
  -- km.
  farthest real not null,
  primary key (hour, ground_station_id, km)
);

-- How often an aircraft went on from one ground station to another.
create table vdl_handovers (
  hour timestamptz not null,
  from_id text collate "C" not null,
  to_id text collate "C" not null,
  handovers integer not null,
  aircraft integer not null,
  primary key (hour, from_id, to_id)
);

-- Where the aircraft were that a station received, by cells of H3. Kept for days.
create table station_cells (
  hour timestamptz not null,
  station_id integer not null references stations (id) on delete cascade,
  cell text collate "C" not null,
  positions integer not null,
  -- Feet; null if no position had one.
  altitude_min integer,
  altitude_max integer,
  primary key (hour, station_id, cell)
);
create index station_cells_station on station_cells (station_id, hour);

-- What an erased station received is not shown any more. Erasures run as the owner of the tables.
create function erase_station_cells() returns trigger language plpgsql as $$
begin
  delete from station_cells where station_id = new.id;
  return null;
end
$$;
revoke execute on function erase_station_cells() from public;
create trigger erase_station_cells after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function erase_station_cells();
