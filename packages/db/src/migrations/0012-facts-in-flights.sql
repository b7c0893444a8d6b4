-- The airports of a flight are those of its facts, so that lists, maps and the route of a flight show the same. Storing keeps the airport that
-- was named last: one of facts has the time 'infinity', so that nothing is later. Without facts it stays as a message named it.

create function show_facts_in_flights() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.departure, new.destination) is not distinct from (old.departure, old.destination) then
    return null;
  end if;
  -- What facts do not name any more was redacted: a message must not show it either.
  update flights f set
    departing_airport = case when coalesce(new.departure, old.departure) is null
      then f.departing_airport else new.departure end,
    departing_at = case when new.departure is not null then 'infinity'
      when old.departure is null then f.departing_at end,
    destination_airport = case when coalesce(new.destination, old.destination) is null
      then f.destination_airport else new.destination end,
    destination_at = case when new.destination is not null then 'infinity'
      when old.destination is null then f.destination_at end
  where f.id = coalesce(new.flight_id, old.flight_id);
  return null;
end
$$;
create trigger flight_facts_shown after insert or update or delete on flight_facts
  for each row execute function show_facts_in_flights();

-- As before, but the flights are locked in the order of all other statements, as the trigger above writes them.
create or replace function renew_flight_facts() returns trigger
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
    perform from flights f where f.id = any(changed) order by f.id for no key update;
    delete from flight_facts where flight_id = any(changed);
    insert into flight_changes (flight_id, due_at) select id, now() from unnest(changed) as id order by id
    on conflict (flight_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;

-- Flights that are over get no messages that could change them.
update flights f set
  departing_airport = coalesce(g.departure, f.departing_airport),
  departing_at = case when g.departure is null then f.departing_at else 'infinity' end,
  destination_airport = coalesce(g.destination, f.destination_airport),
  destination_at = case when g.destination is null then f.destination_at else 'infinity' end
from flight_facts g
where f.id = g.flight_id and (f.last_received_at > now() - interval '2 days'
  or g.departure <> f.departing_airport or g.destination <> f.destination_airport);
