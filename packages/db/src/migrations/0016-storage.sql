-- Sizes of tables and disks over time. Chores adds a row each hour, and deletes those of more than 8 days.
create table storage_samples (
  measured_at timestamptz primary key,
  -- Bytes by name: `table messages`, `disk journal <ingest>`.
  sizes jsonb not null check (jsonb_typeof(sizes) = 'object' and octet_length(sizes::text) <= 20000)
);

-- What chores makes of them: when disks will be full, and what retention will drop.
create table storage_report (
  is_single boolean primary key default true check (is_single),
  report jsonb not null check (octet_length(report::text) <= 200000),
  updated_at timestamptz not null default now()
);
