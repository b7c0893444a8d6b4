-- What speaks for the claim of a station is in how many hours, on how many days a network sent under its ident, and
-- whether another one sent before. How many messages it sent says nothing: they can be sent in seconds.

-- One bit for each hour of the day (UTC) with messages. The column `messages` is not written any more.
alter table station_sources alter column messages set default 0;
alter table station_sources add column hours integer not null default 0;
-- When the network sent first under the ident, carried from day to day while it keeps sending.
alter table station_sources add column first_at timestamptz not null default now();

-- What was stored before has days only. A network of the first of these days has sent since the station began, if
-- the days reach back as far as they were kept, or as the station exists; another one since its first day.
update station_sources source set first_at = case
    when known.network_day = known.station_day
      and known.station_day <= greatest(known.began_day, (now() at time zone 'UTC')::date - 6)
    then known.began
    else known.network_day::timestamp at time zone 'UTC'
  end
from (
  select n.station_id, n.network, min(n.day) as network_day,
    min(min(n.day)) over (partition by n.station_id) as station_day,
    coalesce(s.first_received_at, s.created_at) as began,
    (coalesce(s.first_received_at, s.created_at) at time zone 'UTC')::date as began_day
  from station_sources n join stations s on s.id = n.station_id
  group by n.station_id, n.network, s.id
) as known
where known.station_id = source.station_id and known.network = source.network;

-- Whether the owner has proven the station; if not, it was claimed provisionally, in its first days.
alter table stations add column owner_proven boolean not null default true;
-- Whether the account of the last owner was erased: the operator alone gives the station away.
alter table stations add column owner_erased boolean not null default false;

-- The keyed hash of the network by which the claimant proves it, until it is decided.
alter table station_claims add column network bytea;
-- Since when the claimant has the station provisionally.
alter table station_claims add column provisional_at timestamptz;
create index station_claims_network on station_claims (id) where network is not null;

-- What a network has sent under the ident of a station, and what that proves: `proven`, `provisional`, or the reason
-- why nothing. Networks that were counted together have the empty hash, and are another network.
create function judge_network(station integer, of_network bytea)
returns table (hours integer, days integer, share float8, first_at timestamptz, result text)
language sql stable set search_path = public, pg_temp as $$
  with by_day as (
    select bit_or(n.hours) filter (where n.network = of_network) as own, bit_or(n.hours) as of_all
    from station_sources n where n.station_id = station group by n.day
  ), counted as (
    select coalesce(sum(bit_count(own::bit(24))), 0)::integer as hours, count(*) filter (where own > 0)::integer as days,
      sum(bit_count(of_all::bit(24)))::float8 as all_hours
    from by_day
  ), began as (
    select min(n.first_at) filter (where n.network = of_network) as own,
      min(n.first_at) filter (where n.network <> of_network) as others
    from station_sources n where n.station_id = station
  ), known as (
    select s.*, greatest(s.created_at, s.first_received_at) as began from stations s
    where s.id = station and s.erased_at is null and not s.canary
  )
  select c.hours, c.days, c.hours / nullif(c.all_hours, 0), b.own, case
      when k.id is null then 'unknown'
      when b.own is null then 'no-messages'
      when k.owner_erased then 'owner-erased'
      -- Also if nobody knows any more who sent before.
      when b.others <= b.own or b.own > k.began + interval '1 hour' then 'earlier-network'
      when exists (
        select from claim_disputes d where d.station_id = station and d.decided_at is null
      ) then 'disputed'
      when c.hours >= 72 and c.days >= 3 and c.hours >= 0.9 * c.all_hours then 'proven'
      when k.began > now() - interval '3 days' then 'provisional'
      when c.hours < 0.9 * c.all_hours then 'several-networks'
      else 'too-few-hours'
    end
  from counted c cross join began b left join known k on true
$$;

-- Gives a station to whose claim the network proves it; provisionally, if it is in its first days. Claims of others
-- wait on. It runs as the owner of the tables, so that who may call it cannot give a station away otherwise. Returns
-- `proven`, `provisional` or the reason why not.
create or replace function prove_claim(claim uuid, from_network bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_station integer;
  current_owner record;
  claimant uuid;
  judged text;
begin
  -- The station before the claim, as an erasure and a decision take them.
  select c.station_id into of_station from station_claims c where c.id = claim;
  select s.account_id as id, s.owner_proven as proven into current_owner from stations s where s.id = of_station for update;
  select c.account_id into claimant
  from station_claims c join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null for update of c;
  if not found then return 'unknown'; end if;
  if current_owner.id is not null and (current_owner.proven or current_owner.id <> claimant) then return 'owned'; end if;
  select j.result into judged from judge_network(of_station, from_network) j;
  if judged = 'proven' or (judged = 'provisional' and current_owner.id is null) then
    update stations set account_id = claimant, owner_proven = judged = 'proven', provisional = false,
      updated_at = now()
    where id = of_station;
  end if;
  if judged = 'proven' then
    update station_claims set decided_at = now(), approved = true, network = null where id = claim;
  elsif judged in ('provisional', 'several-networks', 'too-few-hours') then
    -- More hours may prove it later.
    update station_claims set network = from_network,
      provisional_at = case when judged = 'provisional' then coalesce(provisional_at, now()) else provisional_at end
    where id = claim;
  end if;
  return judged;
end
$$;

-- Takes a station from its owner, with what the owner has set up that shuts others out.
create function release_station(station integer, loser uuid) returns void language plpgsql as $$
begin
  update stations s set account_id = null, owner_proven = true, key_policy = 'any', accepts_messages = false,
    updated_at = now()
  where s.id = station and s.account_id = loser;
  if not found then return; end if;
  update station_keys k set revoked_at = now() where k.station_id = station and k.revoked_at is null;
  delete from station_transfers t where t.station_id = station;
  update station_claims c set decided_at = now(), approved = false, network = null
  where c.station_id = station and c.account_id = loser and c.decided_at is null;
end
$$;
revoke execute on function release_station(integer, uuid) from public;

-- Decides a claim that waits, provisional ones too. Approved, the claimant gets the station, also from an owner who
-- has not proven it; rejected, a provisional owner loses it. Returns no row if there is none, and the account that
-- lost the station.
drop function decide_claim(uuid, boolean);
create function decide_claim(claim uuid, approve boolean)
returns table (
  result text, station integer, station_ident text, claimant uuid, claimant_name text, displaced uuid
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current_owner record;
begin
  select c.station_id into station from station_claims c where c.id = claim;
  select s.account_id as id, s.owner_proven as proven, s.ident into current_owner from stations s
  where s.id = station for update;
  select c.account_id, a.username into claimant, claimant_name
  from station_claims c join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null
  for update of c;
  if not found then return; end if;
  station_ident := current_owner.ident;
  if approve and current_owner.id <> claimant and current_owner.proven then
    result := 'owned';
    return next;
    return;
  end if;
  result := 'decided';
  if approve then
    if current_owner.id <> claimant then
      perform release_station(station, current_owner.id);
      displaced := current_owner.id;
    end if;
    update stations s set account_id = claimant, owner_proven = true, owner_erased = false, provisional = false,
      updated_at = now()
    where s.id = station;
  elsif current_owner.id = claimant and not current_owner.proven then
    perform release_station(station, claimant);
  end if;
  update station_claims c set decided_at = now(), approved = approve, network = null where c.id = claim;
  return next;
end
$$;
revoke execute on function decide_claim(uuid, boolean) from public;

-- Decides a dispute that waits. Upheld, the station has no owner any more, also if another account got it meanwhile from the
-- disputed one. Returns no row if there is none.
create or replace function decide_dispute(dispute uuid, uphold boolean)
returns table (station integer, disputed uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- In the order of a transfer: it takes the offer, then the station, then the dispute.
  select d.station_id into station from claim_disputes d where d.id = dispute;
  perform 1 from station_transfers t where t.station_id = station for update;
  perform 1 from stations s where s.id = station for update;
  update claim_disputes d set decided_at = now(), upheld = uphold
  where d.id = dispute and d.decided_at is null
  returning d.station_id, d.account_id into station, disputed;
  if not found then return; end if;
  if uphold then perform release_station(station, disputed); end if;
  return next;
end
$$;

-- Begins the erasure of an account. Its stations are marked, if it had proven them: nobody proves them again.
create or replace function begin_account_erasure(account uuid) returns uuid language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  begun uuid;
  counted jsonb := '{}';
  n bigint;
  listed account_tables;
begin
  perform 1 from accounts where id = account for update;
  if not found then return null; end if;
  select id into begun from erasures where kind = 'account' and object_id = account::text;
  if found then return begun; end if;
  perform end_sessions(array(select id from sessions where account_id = account and ended_at is null));
  delete from sessions where account_id = account;
  get diagnostics n = row_count;
  n := n + end_web_sessions(array(select id from web_sessions where account_id = account));
  counted := counted || jsonb_build_object('sessions', n);
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = null, hint = '', last_used_at = null,
    key_hash = sha256(convert_to(id::text, 'UTF8'))
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('keys', n);
  -- Keys of the stations belong to their owner; the stations feed on without.
  delete from station_keys where station_id in (select id from stations where account_id = account);
  update stations set account_id = null, latitude = null, longitude = null, country_code = null,
    shows_exact_position = false, key_policy = 'any', owner_erased = owner_erased or owner_proven,
    owner_proven = true, updated_at = now()
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('stations', n);
  for listed in select * from account_tables order by table_name, column_name loop
    n := erase_rows(listed.table_name, listed.column_name, account::text)
      + coalesce((counted->>listed.counted_as)::bigint, 0);
    counted := counted || jsonb_build_object(listed.counted_as, n);
  end loop;
  -- Links that were asked for with its address belong to no account yet.
  delete from sign_in_links where lower(email) = (select lower(email) from accounts where id = account);
  update chat_reports set note = null where reporter_id = account;
  update accounts set username = 'erased-' || account, ended_at = now(), erased_at = now(), role = 'user',
    email = null, preferences = '{}', appears_offline = false
  where id = account;
  insert into erasures (kind, object_id, counts) values ('account', account::text, counted)
  returning id into begun;
  return begun;
end
$$;

-- Adds a claim that waits, unless the account has so many for other stations. The account is locked, so that claims
-- made at the same time are counted. Returns 'added'; 'known' if the claim waits already; 'too-many'.
create or replace function add_claim(
  claim uuid, station integer, claimant uuid, claim_note text, pending_max integer
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = claimant for update;
  if exists (
    select from station_claims c
    where c.station_id = station and c.account_id = claimant and c.decided_at is null
  ) then
    return 'known';
  end if;
  -- Provisional ones are limited by what their networks send.
  if pending_max <= (
    select count(*) from station_claims c
    where c.account_id = claimant and c.decided_at is null and c.provisional_at is null
  ) then
    return 'too-many';
  end if;
  insert into station_claims (id, station_id, account_id, note)
  values (claim, station, claimant, claim_note);
  return 'added';
end
$$;
