-- Limits that hold for concurrent requests: what counts begins after the lock, so it sees what was
-- added before.

-- Adds an alert rule, unless its account or all accounts together have too many. Returns no row then, or if
-- the station has a rule.
create function add_alert_rule(
  owner uuid, named text, of_filter jsonb, of_station integer, wants_notification boolean, wants_mail boolean,
  muted timestamptz, own_max integer, all_max integer
) returns setof alert_rules language plpgsql as $$
begin
  perform pg_advisory_xact_lock(5917004);
  return query
  insert into alert_rules as r (account_id, name, filter, station_id, notify, email, muted_until)
  select owner, named, of_filter, of_station, wants_notification, wants_mail, muted
  where (select count(*) from alert_rules a where a.account_id = owner) < own_max
    and (select count(*) from alert_rules) < all_max
  on conflict do nothing
  returning r.*;
end
$$;

-- Offers a station to another user, in place of an earlier offer. Returns 'requested'; 'too-many' if so many
-- are offered to that user; 'unknown-station' if it is not the giver's.
create function offer_station(
  offer uuid, station integer, giver uuid, taker uuid, incoming_max integer, open_days integer
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = taker for update;
  perform 1 from station_transfers t where t.station_id = station for update;
  perform 1 from stations where id = station and account_id = giver for update;
  if not found then return 'unknown-station'; end if;
  if incoming_max <= (
    select count(*) from station_transfers t
    where t.to_account = taker and t.expires_at > now() and t.station_id <> station
  ) then
    return 'too-many';
  end if;
  delete from station_transfers t where t.station_id = station;
  insert into station_transfers (id, station_id, from_account, to_account, expires_at)
  values (offer, station, giver, taker, now() + make_interval(days => open_days));
  return 'requested';
end
$$;

-- A claim can be disputed whoever has got the station from the claimant.
create index station_claims_approved on station_claims (station_id, decided_at) where approved;

-- Gives a station to the user to whom its owner transferred it, with a dispute that waits. Returns null if there
-- is no such transfer any more. It runs as the owner of the tables, so that who may call it cannot give a
-- station away otherwise.
create or replace function accept_transfer(transfer uuid, recipient uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  accepted record;
begin
  perform 1 from accounts where id = recipient and ended_at is null for share;
  if not found then return null; end if;
  delete from station_transfers
  where id = transfer and to_account = recipient and expires_at > now()
  returning station_id, from_account into accepted;
  if not found then return null; end if;
  update stations set account_id = recipient, accepts_messages = false, updated_at = now()
  where id = accepted.station_id and account_id = accepted.from_account;
  if not found then return null; end if;
  update claim_disputes set account_id = recipient
  where station_id = accepted.station_id and decided_at is null;
  return accepted.station_id;
end
$$;

-- Decides a dispute that waits. Upheld, the station has no owner any more, whoever has got it meanwhile from the
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
  if uphold then
    update stations s set account_id = null, key_policy = 'any', accepts_messages = false, updated_at = now()
    where s.id = station and s.account_id = disputed;
    if found then
      update station_keys k set revoked_at = now() where k.station_id = station and k.revoked_at is null;
      delete from station_transfers t where t.station_id = station;
    end if;
  end if;
  return next;
end
$$;
