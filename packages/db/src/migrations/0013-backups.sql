-- What chores knows of the back-ups, for the health of the service. The back-ups themselves are in a store outside.
create table backup_state (
  is_single boolean primary key default true check (is_single),
  state jsonb not null,
  updated_at timestamptz not null default now()
);
