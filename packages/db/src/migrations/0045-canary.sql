-- Canary messages show that the service works: chores sends them like a feeder and receives them like a client.
-- Their stations are in no list, count or statistic. An ident is random, so that nobody else sends under it.
alter table stations add column canary boolean not null default false;
create index stations_canary on stations (id) where canary;

-- Returns the idents of as many canary stations as asked for, and gives their account an API key for two days.
-- What is missing is created. It runs as the owner of the tables, so that its caller can issue no other key.
create function open_canary(hash bytea, shown text, stations_count integer)
returns setof text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner uuid;
begin
  perform pg_advisory_xact_lock(5917045);
  select s.account_id into owner from stations s where s.canary order by s.id limit 1;
  if owner is null then
    insert into accounts (username) values ('canary-' || left(replace(gen_random_uuid()::text, '-', ''), 12))
    returning id into owner;
  end if;
  insert into stations (ident, account_id, hidden, canary)
  select 'canary-' || replace(gen_random_uuid()::text, '-', ''), owner, true, true
  from generate_series(1, stations_count - (select count(*) from stations s where s.canary)::integer);
  delete from api_keys k where k.account_id = owner and k.expires_at < now();
  insert into api_keys (account_id, tier, key_hash, hint, label, expires_at, warned_days)
  values (owner, 'feeder', hash, shown, 'canary', now() + interval '2 days', 0);
  return query select s.ident from stations s where s.canary order by s.id limit stations_count;
end
$$;

-- Deletes canary messages with ids below end_id, at most rows_max.
create function delete_canary_messages(end_id uuid, rows_max integer)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select m.id from messages m
    where m.station_id = any(array(select s.id from stations s where s.canary)) and m.id < end_id
    limit rows_max
  );
  delete from message_raws r where r.id = any(chosen);
  delete from messages m where m.id = any(chosen);
  return cardinality(chosen);
end
$$;

revoke execute on function open_canary(bytea, text, integer), delete_canary_messages(uuid, integer) from public;
