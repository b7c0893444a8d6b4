-- A station that registered itself and has not sent on three days yet; it has no owner.
alter table stations add column provisional boolean not null default false;
-- Days on which messages were received, counted up to three while the station is provisional.
alter table stations add column received_days smallint not null default 0;
create index stations_provisional on stations (id) where provisional;

-- From which networks a station's messages came, by day. The network is a keyed hash, empty for all
-- further ones of a day.
create table station_sources (
  station_id integer not null references stations (id) on delete cascade,
  day date not null,
  network bytea not null,
  messages bigint not null,
  primary key (station_id, day, network)
);
create index station_sources_day on station_sources (day, network);

-- What ingest refused of a station, by day and reason.
create table station_rejects (
  station_id integer not null references stations (id) on delete cascade,
  day date not null,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  -- What was wrong with the last one; it contains nothing of the message.
  detail text not null,
  primary key (station_id, day, reason)
);
create index station_rejects_day on station_rejects (day);

-- Addresses and idents that an operator has blocked. An address is an IPv4 address or an IPv6 /64.
create table sender_blocks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('address', 'ident')),
  value text not null check (length(value) between 1 and 100),
  reason text,
  blocked_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  unique (kind, value)
);

-- Codes by which an account proves a station from the network of its feeder. Each succeeds once.
create table claim_codes (
  code_hash bytea primary key,
  claim_id uuid not null references station_claims (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index claim_codes_claim on claim_codes (claim_id);
create index claim_codes_expiry on claim_codes (expires_at);

-- Approves a pending claim if at least 90 % of the station's messages of the last 7 days came from a
-- network, and nobody else claims the station. It runs as the owner of the tables, so that who may
-- call it cannot give a station away otherwise. Returns `proven` or the reason why not.
create function prove_claim(claim uuid, from_network bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked record;
  share double precision;
begin
  select c.station_id, c.account_id into asked
  from station_claims c join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null for update of c;
  if not found then return 'unknown'; end if;
  select sum(messages) filter (where network = from_network) / sum(messages) into share
  from station_sources
  where station_id = asked.station_id and day > (now() at time zone 'UTC')::date - 7;
  if coalesce(share, 0) = 0 then return 'no-messages'; end if;
  if share < 0.9 then return 'several-networks'; end if;
  if exists (
    select from station_claims other
    where other.station_id = asked.station_id and other.id <> claim and other.decided_at is null
  ) then return 'rivals'; end if;
  update stations set account_id = asked.account_id, provisional = false, updated_at = now()
  where id = asked.station_id and account_id is null;
  if not found then return 'owned'; end if;
  update station_claims set decided_at = now(), approved = true where id = claim;
  return 'proven';
end
$$;
revoke execute on function prove_claim(uuid, bytea) from public;
