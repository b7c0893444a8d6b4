-- What chores knows of the back-ups, for the health of the service. The back-ups themselves are in a store outside.
create table backup_state (
  is_single boolean primary key default true check (is_single),
  state jsonb not null,
  updated_at timestamptz not null default now()
);

-- The sizes of what grows, hour by hour, from which chores forecasts when a disk is full. `total_bytes` is that of the
-- disk, null if nobody has said it.
create table disk_samples (
  subject text not null,
  hour timestamptz not null,
  bytes bigint not null,
  total_bytes bigint,
  primary key (subject, hour)
);
