-- What airframes and flights are listed by, and what imports bring.

-- An airframe of an import has not been heard: both null.
alter table airframes add column first_heard_at timestamptz;
alter table airframes add column last_heard_at timestamptz;
-- Who flies it, where that isn't its owner.
alter table airframes add column operator text;
update airframes set first_heard_at = created_at, last_heard_at = updated_at;

-- Hyphens of a tail come and go on the air, so it is looked up without them.
drop index airframes_tail;
create index airframes_tail on airframes (replace(tail, '-', ''), id) where tail is not null;
create index airframes_type on airframes (type, id) where type is not null;
-- Prefixes, compared byte by byte whatever the database's collation.
create index airframes_owner on airframes (lower(owner) text_pattern_ops) where owner is not null;
create index airframes_operator on airframes (lower(operator) text_pattern_ops)
  where operator is not null;
create index airframes_heard on airframes (last_heard_at) where last_heard_at is not null;

-- Flights are listed newest first; their ids are hashes and order nothing. There is none by last
-- hearing: it would make every update of a flight write to all of its indexes.
drop index flights_key;
drop index flights_airframe;
create index flights_begun on flights (first_heard_at, id);
create index flights_key on flights (flight_key, first_heard_at, id);
create index flights_airframe on flights (airframe_id, first_heard_at, id)
  where airframe_id is not null;
create index flights_departing on flights (departing_airport, first_heard_at, id)
  where departing_airport is not null;
create index flights_destination on flights (destination_airport, first_heard_at, id)
  where destination_airport is not null;

-- Messages by station, hour (UTC, of their taking in) and source type, counted by the statement that
-- stores them: never off, and statistics don't read messages. The count is in no index, so that
-- raising it writes to none.
create table message_counts (
  hour timestamptz not null,
  station_id integer not null,
  source_type text not null,
  messages bigint not null,
  primary key (hour, station_id, source_type)
) with (fillfactor = 70);
create index message_counts_station on message_counts (station_id, hour);
insert into message_counts (hour, station_id, source_type, messages)
select date_trunc('hour', created_at, 'UTC'), station_id, source_type, count(*)
from messages group by 1, 2, 3;

-- Takes in a list of airlines, each ICAO code once. Who holds an IATA code by the list holds it,
-- whoever held it before. With `replaces` the list is all there is afterwards.
create function import_airlines(
  codes text[], iatas text[], names text[], holders text[], replaces boolean
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
      select l.iata from unnest(iatas, holders) as l (iata, holds) where l.holds::boolean
    ));
  end if;
  insert into airlines (icao, iata, name, holds_iata)
  select l.icao, l.iata, l.name, l.holds::boolean
  from unnest(codes, iatas, names, holders) as l (icao, iata, name, holds)
  on conflict (icao) do update
    set iata = excluded.iata, name = excluded.name, holds_iata = excluded.holds_iata;
  get diagnostics written = row_count;
  return written;
end
$$;
