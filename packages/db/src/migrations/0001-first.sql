-- Accounts own stations and keys; an account's id is the userId of the realtime interface.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  username text not null check (username ~ '^[A-Za-z0-9_.-]{1,64}$'),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index accounts_username on accounts (lower(username));

create table tiers (
  name text primary key,
  requests_per_minute integer not null check (requests_per_minute > 0)
);
insert into tiers (name, requests_per_minute) values ('feeder', 60);

-- Only the SHA-256 of a key is kept.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  tier text not null references tiers (name),
  key_hash bytea not null unique,
  -- The first characters, so that its holder can tell which key this is.
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_account on api_keys (account_id);

-- Keys that sign session tokens; the newest that isn't retired signs.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Receivers. They register themselves with their first message (account_id null: unclaimed).
create table stations (
  id integer generated always as identity primary key,
  ident text not null unique check (length(ident) between 1 and 64),
  account_id uuid references accounts (id),
  source_type text,
  country_code text,
  latitude double precision,
  longitude double precision,
  shows_exact_position boolean not null default false,
  hidden boolean not null default false,
  simulated boolean not null default false,
  first_heard_at timestamptz,
  last_heard_at timestamptz,
  messages_count bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index stations_account on stations (account_id) where account_id is not null;
create index stations_updated on stations (updated_at);

create table airframes (
  id uuid primary key,
  icao text,
  tail text,
  type text,
  manufacturer text,
  model text,
  owner text,
  military boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index airframes_icao on airframes (icao);
create index airframes_tail on airframes (tail);

create table flights (
  id uuid primary key,
  -- One spelling: ICAO airline and number without leading zeros (UAL123).
  flight_key text not null,
  -- As it was first heard.
  flight text not null,
  airframe_id uuid,
  departing_airport text,
  destination_airport text,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  first_heard_at timestamptz not null,
  last_heard_at timestamptz not null
);
create index flights_key on flights (flight_key, id);
create index flights_airframe on flights (airframe_id, id);

create table airlines (
  icao text primary key check (icao ~ '^[A-Z]{3}$'),
  iata text check (iata ~ '^[A-Z0-9]{2}$'),
  name text not null,
  -- The holder of its IATA code where several airlines have had it.
  holds_iata boolean not null default false
);
create unique index airlines_iata on airlines (iata) where holds_iata;

-- Messages, one partition a day by the time in the id. The id alone is the key.
create table messages (
  id uuid primary key,
  group_id uuid not null,
  heard_at timestamptz not null,
  skewed boolean not null,
  created_at timestamptz not null,
  station_id integer not null,
  airframe_id uuid,
  flight_id uuid,
  flight_key text,
  source text not null,
  source_type text not null,
  link_direction text,
  from_hex text,
  to_hex text,
  frequency double precision,
  channel double precision,
  level double precision,
  error double precision,
  mode text,
  label text,
  block_id text,
  message_number text,
  ack text,
  tail text,
  flight_number text,
  body text,
  data text,
  departing_airport text,
  destination_airport text,
  latitude double precision,
  longitude double precision,
  altitude double precision
) partition by range (id);
create index messages_flight on messages (flight_key, id) where flight_key is not null;
create index messages_station on messages (station_id, id);
create index messages_airframe on messages (airframe_id, id) where airframe_id is not null;
-- What comes before its day's partition was made; an alarm, not a loss.
create table messages_default partition of messages default;

-- The decoder's whole object, byte for byte, dropped sooner than the message.
create table message_raws (
  id uuid primary key,
  raw text not null
) partition by range (id);
create table message_raws_default partition of message_raws default;

-- How far each producer's entries of a partition are stored; raised by the statement that stores.
create table watermarks (
  producer text not null,
  partition integer not null,
  seq bigint not null,
  -- Messages stored from this producer and partition, ever.
  stored bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (producer, partition)
);

-- Entries that could not be stored, with the reason; nothing is dropped in silence.
create table parked_entries (
  partition integer not null,
  entry_id text not null,
  producer text,
  seq bigint,
  reason text not null,
  detail text not null,
  fields jsonb not null,
  parked_at timestamptz not null default now(),
  primary key (partition, entry_id)
);

-- What each ingest producer has counted, copied from its journal for whoever adds up.
create table ledgers (
  producer text primary key,
  counts jsonb not null,
  updated_at timestamptz not null default now()
);
