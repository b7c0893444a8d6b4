-- How far stored messages were read again, by what was selected, so that an interrupted run goes on.

create table redecoding_runs (
  -- The options of the run, as text.
  selection text primary key,
  -- The last message that was read.
  last uuid not null,
  messages bigint not null,
  changed bigint not null,
  updated_at timestamptz not null default now()
);
