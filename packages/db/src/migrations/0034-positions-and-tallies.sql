-- The newest position that each station received of each airframe, by source type: written by the statement
-- that stores messages, deleted after some hours. No column but those of the key is in an index, so that
-- a newer position writes to none. Rows of hidden stations are left out when it is read.
create table airframe_positions (
  airframe_id uuid not null,
  station_id integer not null,
  source_type text not null,
  message_id uuid not null,
  received_at timestamptz not null,
  flight_id uuid,
  flight_key text,
  latitude float8 not null,
  longitude float8 not null,
  altitude float8,
  -- Degrees from true north, and knots over ground, as the message states them.
  track float8,
  speed float8,
  position_source text,
  primary key (airframe_id, station_id, source_type)
) with (fillfactor = 60);

-- Messages by hour and one of their properties. Chores counts an hour again while its number of messages
-- in message_counts changes. An empty name stands for messages without one. An airline is named in the
-- counts that are of its messages alone.
create table message_tallies (
  kind text not null check (kind in ('label', 'airline', 'decoded', 'frequency', 'type')),
  airline text collate "C" not null default '',
  hour timestamptz not null,
  name text collate "C" not null,
  messages bigint not null,
  primary key (kind, airline, hour, name)
);
create index message_tallies_hour on message_tallies (hour);

-- The number of messages of an hour when it was counted last.
create table tallied_hours (
  hour timestamptz primary key,
  messages bigint not null
);

-- Where a station receives, read from the index alone.
create index messages_station_position on messages (station_id, id, latitude, longitude, source_type)
  where latitude is not null and longitude is not null;

-- The flights of an airline, the latest first.
create index flights_airline on flights (
  substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), first_received_at, id
);

-- The beginning of a tail, compared byte by byte whatever the database's collation.
create index airframes_tail_prefix on airframes (replace(tail, '-', '') text_pattern_ops)
  where tail is not null;
create index flights_key_prefix on flights (flight_key text_pattern_ops, first_received_at);
