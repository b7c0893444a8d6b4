-- Ground stations of HFDL, VDL2 and Inmarsat: what their frames, and those of others, say about them.
create table ground_stations (
  -- The system and the address: hfdl-4, vdl-10992A, aero-44.
  id text collate "C" primary key check (length(id) <= 16),
  system text not null check (system in ('hfdl', 'vdl', 'aero')),
  address text not null,
  name text,
  airports text[] not null default '{}',
  latitude double precision,
  longitude double precision,
  -- reference: name and position are those of the published system table, and frames do not change them.
  position_source text check (position_source in ('reference', 'broadcast')),
  utc_sync boolean,
  -- When a frame that it sent was received.
  first_received_at timestamptz,
  last_received_at timestamptz,
  -- When it was last received, addressed by an aircraft, or reported as active by another one.
  last_active_at timestamptz,
  created_at timestamptz not null default now()
);

create table ground_station_frequencies (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  khz integer not null check (khz > 0),
  last_active_at timestamptz not null,
  primary key (ground_station_id, khz)
);

-- Which stations received it.
create table ground_station_receivers (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  station_id integer not null references stations (id) on delete cascade,
  last_received_at timestamptz not null,
  frames bigint not null,
  primary key (ground_station_id, station_id)
);
create index ground_station_receivers_station_idx on ground_station_receivers (station_id);

create table ground_station_counts (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  hour timestamptz not null,
  frames bigint not null,
  primary key (ground_station_id, hour)
);

-- An erased station is not a receiver any more. Erasures run as the owner of the tables.
create function erase_ground_station_receivers() returns trigger language plpgsql as $$
begin
  delete from ground_station_receivers where station_id = new.id;
  return null;
end
$$;
revoke execute on function erase_ground_station_receivers() from public;
create trigger erase_ground_station_receivers after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function erase_ground_station_receivers();
