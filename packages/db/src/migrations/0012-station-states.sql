-- Whether a claimed station feeds, as its owner has been told.
create table station_states (
  station_id integer primary key references stations (id),
  online boolean not null,
  since timestamptz not null,
  -- Since when an offline one is heard again.
  back_since timestamptz
);

-- Since when stations have been heard at all: silence before it may be our own. One row.
create table hearing (
  id boolean primary key default true check (id),
  since timestamptz not null,
  -- When a station was last heard, as far as this was looked at.
  last_heard_at timestamptz not null
);

-- How many days before its end a key's holder was warned last.
alter table api_keys add column warned_days integer;
create index api_keys_ending on api_keys (expires_at)
  where expires_at is not null and revoked_at is null;
