-- The tier of keys that an account may issue as soon as it has a station. The operator may remove it.
insert into tiers (name, requests_per_minute) values ('starter', 30) on conflict (name) do nothing;

-- What ingest refused of a network, by day. The network is a keyed hash.
create table network_rejects (
  network bytea not null,
  day date not null,
  -- The ident that the objects name; empty for none.
  ident text not null check (length(ident) <= 64),
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  -- What was wrong with the last one; it contains nothing of the object.
  detail text not null,
  primary key (network, day, ident, reason)
);
create index network_rejects_day on network_rejects (day);

-- Says of a station that it belongs to somebody else. It comes from a network that the station sends
-- from, without an account, and waits for the operator.
create table claim_disputes (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id) on delete cascade,
  -- The owner at that time.
  account_id uuid not null references accounts (id),
  -- The share, 0 to 1, of the station's messages of 7 days that came from the network.
  share float8 not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Whether the owner lost the station.
  upheld boolean
);
create unique index claim_disputes_open on claim_disputes (station_id) where decided_at is null;
create index claim_disputes_account on claim_disputes (account_id);

-- Stations that an owner wants to give to another user, until that user accepts.
create table station_transfers (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null unique references stations (id) on delete cascade,
  from_account uuid not null references accounts (id),
  to_account uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index station_transfers_from on station_transfers (from_account);
create index station_transfers_to on station_transfers (to_account);
create index station_transfers_expiry on station_transfers (expires_at);

-- Gives a station to the user to whom its owner transferred it. Returns null if there is no such
-- transfer any more. It runs as the owner of the tables, so that who may call it cannot give a
-- station away otherwise.
create function accept_transfer(transfer uuid, recipient uuid) returns integer
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
  return accepted.station_id;
end
$$;
revoke execute on function accept_transfer(uuid, uuid) from public;

-- Whether other users see who the owner is and may write to them.
alter table stations add column accepts_messages boolean not null default false;

-- What concerns an erased account or station ends with it. Erasures run as the owner of the tables.
create function end_account_transfers() returns trigger language plpgsql as $$
begin
  delete from station_transfers where from_account = new.id or to_account = new.id;
  delete from claim_disputes where account_id = new.id;
  return null;
end
$$;
create function end_station_transfers() returns trigger language plpgsql as $$
begin
  delete from station_transfers where station_id = new.id;
  delete from claim_disputes where station_id = new.id;
  return null;
end
$$;
revoke execute on function end_account_transfers(), end_station_transfers() from public;
create trigger end_account_transfers after update of erased_at on accounts
  for each row when (new.erased_at is not null) execute function end_account_transfers();
create trigger end_station_transfers after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function end_station_transfers();

-- A limit by tier: an account has one starter key. The row lock orders concurrent calls.
drop function issue_api_key(uuid, text, bytea, text, text, timestamptz, integer);
create function issue_api_key(
  owner uuid, of_tier text, hash bytea, shown text, named text, ends timestamptz, keys_max integer,
  tier_max integer default null
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  if not found then return null; end if;
  insert into api_keys (account_id, tier, key_hash, hint, label, expires_at)
  select owner, name, hash, shown, named, ends from tiers
  where name = of_tier and (
    select (keys_max is null or count(*) < keys_max)
      and (tier_max is null or count(*) filter (where tier = of_tier) < tier_max)
    from api_keys where account_id = owner and revoked_at is null
      and (expires_at is null or expires_at > now())
  )
  returning id into made;
  return made;
end
$$;
