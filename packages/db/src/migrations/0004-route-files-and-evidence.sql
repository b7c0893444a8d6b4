-- Files of usual routes that programs load once a day. They are kept here, so that all replicas give out the same bytes.

create table route_snapshots (
  made_at timestamptz primary key,
  -- As it is given out; its files name their parts by SHA-256.
  manifest jsonb not null
);

create table route_file_parts (
  -- Of the whole file, lower-case hex digits.
  sha256 text not null,
  -- From 0.
  part integer not null,
  content bytea not null,
  stored_at timestamptz not null default now(),
  primary key (sha256, part)
);

-- The tail that a register gave to the airframe. `tail` is the received one, if one was received.
alter table airframes add column register_tail text;
update airframes set register_tail = tail where last_received_at is null;
create index airframes_register_tail on airframes (replace(register_tail, '-', '')) where register_tail is not null;
