-- Positions with the members of their messages that lists of positions are filtered by, by the application
-- of the content as well. What was kept is written again with the next position of each airframe.
drop table airframe_positions;
create table airframe_positions (
  airframe_id uuid not null,
  station_id integer not null,
  source_type text not null,
  -- The application of the content, or other; empty if the message was not decoded.
  application text not null,
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
  label text,
  link_direction text,
  frequency float8,
  on_ground boolean,
  authenticated boolean,
  departing_airport text,
  destination_airport text,
  primary key (airframe_id, station_id, source_type, application)
) with (fillfactor = 60);
