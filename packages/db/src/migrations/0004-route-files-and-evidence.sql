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
