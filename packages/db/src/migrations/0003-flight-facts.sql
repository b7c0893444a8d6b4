-- What messages say about flights: one row a flight, kept when its messages have expired, and the routes that follow from many of them.

-- The least id that a message of a time can have.
create function message_id_floor(at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- A time as the API writes it.
create function instant_text(at timestamptz) returns text
language sql stable strict parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create table flight_facts (
  flight_id uuid primary key,
  -- The key of the flight: ICAO airline and number without leading zeros (UAL123), or the call sign as it is.
  callsign text not null,
  -- The day (UTC) on which it took off, or was first received.
  flown_on date not null,
  icao text,
  tail text,
  -- Codes as in `airports`; as received if the airport is unknown there.
  departure text,
  destination text,
  out_at timestamptz,
  off_at timestamptz,
  on_at timestamptz,
  in_at timestamptz,
  -- The newest that was sent.
  eta timestamptz,
  -- Of departure and destination, the one that is less sure; null if one is unknown. From 0 to 1.
  sure real,
  -- By fact its values, the one of the columns first: [{value, sure, transmissions, stations, firstAt, lastAt, learntAt,
  -- messageIds, stationIds}]. Two values of one fact contradict each other.
  evidence jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  changed_at timestamptz not null default now()
);
create index flight_facts_callsign on flight_facts (callsign, last_at desc);
-- Departures and arrivals of an airport by time: when a flight took off or landed, as far as it is known.
create index flight_facts_departure on flight_facts (departure, coalesce(off_at, out_at, first_at), flight_id)
  where departure is not null;
create index flight_facts_destination on flight_facts (destination, coalesce(on_at, in_at, eta, first_at), flight_id)
  where destination is not null;
create index flight_facts_changed on flight_facts (changed_at);

-- Flights of which messages said something since their facts were made, and when these are made again.
create table flight_changes (
  flight_id uuid primary key,
  due_at timestamptz not null
);
create index flight_changes_due on flight_changes (due_at);

-- Makes the facts of flights of all their stored messages but those of hidden stations, so that it does not matter in which order these came, or how often it is
-- done. Flights without a row are left alone: their messages have expired. Of several values of a fact the weightiest counts. A
-- transmission weighs 1, by however many stations it was received, and half as much for every 3 hours that it is older than the newest report of the fact;
-- so a new leg of the same flight number takes over after a few reports. Of expected arrivals the newest counts. Of a flight with
-- more than 5,000 messages, which no real one has, the newest are read. The weight of a report is bounded below: Postgres fails on a
-- power that is too small.
create function make_flight_facts(flight_ids uuid[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written integer;
begin
  -- Of two that do it for one flight the second reads what the first has read, and more.
  perform from flights f where f.id = any(flight_ids) order by f.id for no key update;
  with due as (
    select f.id, f.flight_key, f.airframe_id, f.first_received_at, f.last_received_at,
      message_id_floor(f.first_received_at - interval '2 hours') as first_id,
      message_id_floor(f.last_received_at + interval '2 hours') as end_id
    from flights f where f.id = any(flight_ids)
  ), said as (
    select due.id as flight_id, m.id as message_id, m.group_id, m.station_id, m.received_at as at, m.created_at, fact.*
    from due cross join lateral (
      (
        select * from messages where airframe_id = due.airframe_id and id >= due.first_id and id < due.end_id
        order by id desc limit 5000
      ) union all (
        select * from messages
        where flight_key = due.flight_key and (airframe_id = due.airframe_id) is not true
          and id >= due.first_id and id < due.end_id
        order by id desc limit 5000
      )
    ) as m cross join lateral (values
      ('departure', m.departing_airport), ('destination', m.destination_airport),
      ('out', left(m.times->>'out', 16) || ':00.000Z'), ('off', left(m.times->>'off', 16) || ':00.000Z'),
      ('on', left(m.times->>'on', 16) || ':00.000Z'), ('in', left(m.times->>'in', 16) || ':00.000Z'),
      ('eta', left(m.times->>'eta', 16) || ':00.000Z')
    ) as fact (kind, named)
    where m.flight_id = due.id and fact.named is not null
      and not exists (select from stations s where s.id = m.station_id and s.hidden)
  ), named as (
    select s.named, coalesce(max(a.code), s.named) as value
    from (select distinct said.named from said where kind in ('departure', 'destination')) as s
      left join airports a on a.icao = s.named or a.iata = s.named
    group by s.named
  ), weighed as (
    select said.*, coalesce(named.value, said.named) as value,
      case when row_number() over (
          partition by flight_id, kind, coalesce(named.value, said.named), group_id order by at, message_id
        ) = 1
        then 0.5 ^ least(
          extract(epoch from max(at) over (partition by flight_id, kind) - at)::float8 / 10800, 1000
        )
        else 0 end as weight
    from said left join named on kind in ('departure', 'destination') and named.named = said.named
  ), valued as (
    select flight_id, kind, value, sum(weight) as weight,
      count(distinct group_id) as transmissions, count(distinct station_id) as stations,
      min(at) as first_at, max(at) as last_at, min(created_at) as learnt_at,
      (array_agg(message_id order by message_id))[1:5] as message_ids,
      (array_agg(distinct station_id))[1:8] as station_ids
    from weighed group by flight_id, kind, value
  ), ranked as (
    select *,
      round((weight / (0.5 + case kind when 'eta' then weight else sum(weight) over of_fact end))::numeric, 2) as sure,
      row_number() over (
        partition by flight_id, kind
        order by case kind when 'eta' then last_at end desc nulls last, weight desc, last_at desc, value
      ) as rank
    from valued window of_fact as (partition by flight_id, kind)
  ), shown as (
    select flight_id, kind, min(value) filter (where rank = 1) as value, min(sure) filter (where rank = 1) as sure,
      jsonb_agg(jsonb_build_object(
        'value', value, 'sure', sure, 'transmissions', transmissions, 'stations', stations,
        'firstAt', instant_text(first_at), 'lastAt', instant_text(last_at), 'learntAt', instant_text(learnt_at),
        'messageIds', message_ids, 'stationIds', station_ids
      ) order by rank) as all_values
    from ranked where rank <= case kind when 'eta' then 1 else 4 end
    group by flight_id, kind
  ), made as (
    select flight_id,
      min(value) filter (where kind = 'departure') as departure,
      min(value) filter (where kind = 'destination') as destination,
      min(value) filter (where kind = 'out')::timestamptz as out_at,
      min(value) filter (where kind = 'off')::timestamptz as off_at,
      min(value) filter (where kind = 'on')::timestamptz as on_at,
      min(value) filter (where kind = 'in')::timestamptz as in_at,
      min(value) filter (where kind = 'eta')::timestamptz as eta,
      case when count(*) filter (where kind in ('departure', 'destination')) = 2
        then min(sure) filter (where kind in ('departure', 'destination'))::real end as sure,
      jsonb_object_agg(kind, all_values) as evidence
    from shown group by flight_id
  ), deleted as (
    delete from flight_facts g using due
    where g.flight_id = due.id and not exists (select from made where made.flight_id = due.id)
  ), kept as (
    insert into flight_facts as f (flight_id, callsign, flown_on, icao, tail, departure, destination,
      out_at, off_at, on_at, in_at, eta, sure, evidence, first_at, last_at)
    select due.id, due.flight_key, (coalesce(off_at, out_at, due.first_received_at) at time zone 'UTC')::date, a.icao, a.tail,
      departure, destination, out_at, off_at, on_at, in_at, eta, sure, evidence, due.first_received_at, due.last_received_at
    from made join due on due.id = made.flight_id left join airframes a on a.id = due.airframe_id
    order by due.id
    on conflict (flight_id) do update set
      callsign = excluded.callsign, flown_on = excluded.flown_on, icao = excluded.icao, tail = excluded.tail,
      departure = excluded.departure, destination = excluded.destination, out_at = excluded.out_at,
      off_at = excluded.off_at, on_at = excluded.on_at, in_at = excluded.in_at, eta = excluded.eta,
      sure = excluded.sure, evidence = excluded.evidence, first_at = excluded.first_at,
      last_at = excluded.last_at, changed_at = now()
    where (f.evidence, f.last_at, f.icao, f.tail)
      is distinct from (excluded.evidence, excluded.last_at, excluded.icao, excluded.tail)
    returning 1
  )
  select count(*) into written from kept;
  return written;
end
$$;
revoke execute on function make_flight_facts(uuid[]) from public;

-- A deleted message is no evidence any more. Days that expire are dropped without it: their facts stay.
create function renew_flight_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid[] := array(
    select distinct flight_id from deleted
    where flight_id is not null
      and (departing_airport is not null or destination_airport is not null or times is not null)
  );
begin
  if cardinality(changed) between 1 and 20 then
    perform make_flight_facts(changed);
  elsif cardinality(changed) > 20 then
    -- A statement that deletes many must not take long: no facts, until they are made of what is left.
    delete from flight_facts where flight_id = any(changed);
    insert into flight_changes (flight_id, due_at) select id, now() from unnest(changed) as id order by id
    on conflict (flight_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;
create trigger messages_renew_facts after delete on messages
  referencing old table as deleted for each statement execute function renew_flight_facts();

-- How often flights of a callsign went from one airport to another.
create table usual_routes (
  callsign text not null,
  departure text not null,
  destination text not null,
  flights integer not null,
  -- By weekday (UTC), Monday first.
  weekdays integer[] not null check (cardinality(weekdays) = 7),
  last_on date not null,
  primary key (callsign, departure, destination)
);

-- Facts up to here are counted in usual_routes.
create table counted_facts (
  single boolean primary key default true check (single),
  changed_at timestamptz not null
);
insert into counted_facts (changed_at) values ('1970-01-01T00:00:00Z');
