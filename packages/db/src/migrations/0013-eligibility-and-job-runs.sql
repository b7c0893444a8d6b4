-- What each claimed station lacked for a feeder key when that was looked at last.
create table station_eligibility (
  station_id integer primary key references stations (id) on delete cascade,
  -- Of visible, active, days.
  lacks text[] not null,
  computed_at timestamptz not null
);

-- Accounts of which the operator has said whether they may issue themselves feeder keys, whatever
-- their stations lack.
create table eligibility_overrides (
  account_id uuid primary key references accounts (id),
  eligible boolean not null,
  -- For operators alone.
  reason text check (length(reason) between 1 and 500),
  -- Null for good.
  until timestamptz,
  set_at timestamptz not null default now()
);

-- How scheduled jobs went last, a row each; the queue forgets.
create table job_runs (
  job text primary key check (length(job) between 1 and 64),
  -- When the last run ended that was carried through or failed, and how long it took.
  ran_at timestamptz not null,
  ran_ms integer not null,
  succeeded_at timestamptz,
  -- What the last success did.
  outcome jsonb,
  failed_at timestamptz,
  error text,
  -- Since the last success.
  failures integer not null default 0
);

-- By these, what is past its time is found without looking at the rest.
create index session_tokens_past on session_tokens (greatest(refresh_expires_at, token_expires_at));
create index revoked_tokens_past on revoked_tokens (expires_at);
