-- Rules by which users are notified of messages, and of their stations going silent.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  name text not null check (length(name) between 1 and 64),
  -- Of messages: the filter, an AlertFilter. Of a station: null.
  filter jsonb check (octet_length(filter::text) <= 8192),
  station_id integer references stations (id) on delete cascade,
  notify boolean not null,
  email boolean not null,
  muted_until timestamptz,
  -- Stops the mails of this rule without signing in; each mail has it in a link.
  stop_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When its latest match was delivered.
  delivered_at timestamptz,
  check ((filter is null) <> (station_id is null))
);
create index alert_rules_account on alert_rules (account_id, created_at);
create unique index alert_rules_station on alert_rules (station_id, account_id) where station_id is not null;
create index alert_rules_updated on alert_rules (updated_at) where filter is not null;

-- Transmissions that matched. The persister adds at most one a minute of each rule, with the number of
-- those that it left out; chores delivers them and keeps them for a day, so that no repeat counts again.
create table alert_matches (
  rule_id uuid not null references alert_rules (id) on delete cascade,
  group_id uuid not null,
  message_id uuid not null,
  station_id integer not null,
  flight text check (length(flight) <= 32),
  tail text check (length(tail) <= 32),
  description text not null check (length(description) <= 160),
  -- Further transmissions since the one before.
  more integer not null check (more >= 0),
  matched_at timestamptz not null default now(),
  taken_at timestamptz,
  -- Whether the owner was notified of this one; the others of the same delivery are only counted.
  delivered boolean not null default false,
  primary key (rule_id, group_id)
);
create index alert_matches_waiting on alert_matches (rule_id, matched_at) where taken_at is null;
create index alert_matches_time on alert_matches (matched_at);

-- Erased accounts have neither rules nor mails, and erased stations no rules.
drop trigger accounts_erase_mails on accounts;
drop function erase_mails();
insert into account_tables values
  ('alert_rules', 'account_id', 'alertRules'),
  ('mails', 'account_id', 'mails');

create function erase_alert_rules() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from alert_rules where station_id = new.id;
  return null;
end
$$;
revoke execute on function erase_alert_rules() from public;
create trigger stations_erase_alert_rules after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function erase_alert_rules();

-- Finds users by the beginning of their name.
create index accounts_name_prefix on accounts (lower(username) text_pattern_ops) where ended_at is null;
