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

-- Feet.
alter table airports add column elevation integer;
-- ISO 3166-1 alpha-2.
alter table airlines add column country_code text;

-- Imports lists as before, with these columns. Without them they are unknown.
drop function import_airports(text[], text[], text[], text[], text[], float8[], float8[], boolean);
create function import_airports(
  icao_codes text[], iata_codes text[], names text[], cities text[], countries text[],
  latitudes float8[], longitudes float8[], replaces boolean, elevations integer[] default null
) returns bigint language plpgsql as $$
declare
  written bigint;
begin
  lock table airports in share row exclusive mode;
  if replaces then
    delete from airports;
  else
    delete from airports where icao = any(icao_codes) or (icao is null and iata = any(iata_codes));
    update airports set iata = null where iata = any(iata_codes);
  end if;
  insert into airports (icao, iata, name, city, country_code, latitude, longitude, elevation)
  select * from unnest(icao_codes, iata_codes, names, cities, countries, latitudes, longitudes, elevations);
  get diagnostics written = row_count;
  return written;
end
$$;

drop function import_airlines(text[], text[], text[], text[], boolean);
create function import_airlines(
  codes text[], iatas text[], names text[], owners text[], replaces boolean, countries text[] default null
) returns bigint language plpgsql as $$
declare
  written bigint;
begin
  lock table airlines in share row exclusive mode;
  if replaces then
    delete from airlines;
  else
    update airlines set holds_iata = false
    where holds_iata and (icao = any(codes) or iata = any(
      select l.iata from unnest(iatas, owners) as l (iata, owns) where l.owns::boolean
    ));
  end if;
  insert into airlines (icao, iata, name, holds_iata, country_code)
  select l.icao, l.iata, l.name, l.owns::boolean, l.country
  from unnest(codes, iatas, names, owners, countries) as l (icao, iata, name, owns, country)
  on conflict (icao) do update
    set iata = excluded.iata, name = excluded.name, holds_iata = excluded.holds_iata,
      country_code = coalesce(excluded.country_code, airlines.country_code);
  get diagnostics written = row_count;
  return written;
end
$$;
