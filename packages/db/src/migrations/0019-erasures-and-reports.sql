-- Erasures of accounts and stations. One begins in one statement, with everything that is visible;
-- the rest is erased in batches, which chores continues until nothing is left.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('account', 'station')),
  -- The id of the account or station; its name is deleted.
  object_id text not null,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The last message of the station whose raw object was erased.
  cursor uuid,
  -- The number of rows that were erased or replaced, by name.
  counts jsonb not null default '{}',
  unique (kind, object_id)
);
create index erasures_pending on erasures (requested_at) where finished_at is null;

-- An erased account has no name; the row remains, because the chat messages of others refer to it.
alter table accounts add column erased_at timestamptz;
alter table stations add column erased_at timestamptz;
create index chat_messages_sender on chat_messages (sender_id, id);
create index chat_messages_recipient on chat_messages (recipient_id, id);
-- The excerpts of chat messages in the notifications of others.
create index notifications_chat_sender on notifications ((data->>'senderId'))
  where type = 'chat.message';

-- Messages that a user has reported to the operator. The message is not copied.
create table chat_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null,
  reporter_id uuid not null references accounts (id),
  reported_id uuid not null references accounts (id),
  reason text not null check (reason in ('spam', 'harassment', 'threat', 'illegal', 'other')),
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (length(resolution) between 1 and 500),
  unique (message_id, reporter_id)
);
create index chat_reports_open on chat_reports (created_at) where resolved_at is null;
create index chat_reports_reporter on chat_reports (reporter_id, created_at);
create index chat_reports_reported on chat_reports (reported_id);

-- Deletes the rows of a table by a column; 0 if there is no such table.
create function erase_rows(table_name text, column_name text, value text) returns bigint
language plpgsql as $$
declare
  erased bigint;
begin
  if to_regclass(table_name) is null then return 0; end if;
  execute format('delete from %I where %I::text = $1', table_name, column_name) using value;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- Begins the erasure of an account; again for one that has begun it does nothing more. Returns null
-- if there is no such account. The account ends here: its keys, sessions and name are deleted.
create function begin_account_erasure(account uuid) returns uuid language plpgsql as $$
declare
  begun uuid;
  counted jsonb := '{}';
  n bigint;
begin
  perform 1 from accounts where id = account for update;
  if not found then return null; end if;
  select id into begun from erasures where kind = 'account' and object_id = account::text;
  if found then return begun; end if;
  perform end_sessions(array(select id from sessions where account_id = account and ended_at is null));
  delete from sessions where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('sessions', n);
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = null, hint = '', last_used_at = null,
    key_hash = sha256(convert_to(id::text, 'UTF8'))
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('keys', n);
  -- Keys of the stations belong to their owner; the stations feed on without.
  if to_regclass('station_keys') is not null then
    execute 'delete from station_keys where station_id in (select id from stations where account_id = $1)'
      using account;
  end if;
  update stations set account_id = null, latitude = null, longitude = null, country_code = null,
    shows_exact_position = false, key_policy = 'any', updated_at = now()
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('stations', n);
  delete from notifications where user_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('notifications', n);
  counted := counted || jsonb_build_object(
    'claims', erase_rows('station_claims', 'account_id', account::text),
    'blocks', erase_rows('chat_blocks', 'user_id', account::text)
      + erase_rows('chat_blocks', 'blocked_id', account::text),
    'identities', erase_rows('external_identities', 'account_id', account::text),
    'overrides', erase_rows('eligibility_overrides', 'account_id', account::text),
    'threads', erase_rows('chat_threads', 'user_id', account::text));
  update chat_reports set note = null where reporter_id = account;
  update accounts set username = 'erased-' || account, ended_at = now(), erased_at = now()
  where id = account;
  insert into erasures (kind, object_id, counts) values ('account', account::text, counted)
  returning id into begun;
  return begun;
end
$$;

-- Begins the erasure of a station: its name, position, owner and keys are deleted. Returns null if
-- there is no such station.
create function begin_station_erasure(station integer) returns uuid language plpgsql as $$
declare
  begun uuid;
  counted jsonb := '{}';
begin
  perform 1 from stations where id = station for update;
  if not found then return null; end if;
  select id into begun from erasures where kind = 'station' and object_id = station::text;
  if found then return begun; end if;
  counted := jsonb_build_object(
    'claims', erase_rows('station_claims', 'station_id', station::text),
    'states', erase_rows('station_states', 'station_id', station::text)
      + erase_rows('station_eligibility', 'station_id', station::text),
    'keys', erase_rows('station_keys', 'station_id', station::text),
    'sources', erase_rows('station_sources', 'station_id', station::text),
    'rejects', erase_rows('station_rejects', 'station_id', station::text));
  update stations set ident = 'erased-' || station, account_id = null, latitude = null, longitude = null,
    country_code = null, shows_exact_position = false, erased_at = now(), updated_at = now()
  where id = station;
  insert into erasures (kind, object_id, counts) values ('station', station::text, counted)
  returning id into begun;
  return begun;
end
$$;

-- Adds to the count of an erasure.
create function count_erased(erasure uuid, what text, n bigint) returns void language sql as $$
  update erasures set counts = counts
    || jsonb_build_object(what, coalesce((counts->>what)::bigint, 0) + n)
  where id = erasure and n > 0;
$$;

-- Erases at most rows_max rows of an account's chat. Returns how many; 0 if nothing is left. What the
-- account sent stays with the other user as an empty message.
create function erase_chat(erasure uuid, account uuid, rows_max integer) returns bigint
language plpgsql as $$
declare
  emptied bigint;
  excerpts bigint;
begin
  update chat_messages set body = '', client_id = null where id in (
    select id from chat_messages where sender_id = account and body <> '' order by id limit rows_max
  );
  get diagnostics emptied = row_count;
  delete from notifications where id in (
    select id from notifications
    where type = 'chat.message' and data->>'senderId' = account::text limit rows_max
  );
  get diagnostics excerpts = row_count;
  perform count_erased(erasure, 'chatMessages', emptied);
  perform count_erased(erasure, 'excerpts', excerpts);
  return emptied + excerpts;
end
$$;

-- Erases the raw objects of the next rows_max messages of a station. Returns how many messages it
-- looked at; 0 if nothing is left.
create function erase_raws(erasure uuid, station integer, rows_max integer) returns bigint
language plpgsql as $$
declare
  after uuid;
  oldest uuid;
  ids uuid[];
  erased bigint;
begin
  select coalesce(cursor, '00000000-0000-0000-0000-000000000000') into after
  from erasures where id = erasure for update;
  -- Raw objects are kept for days, messages for much longer.
  select id into oldest from message_raws order by id limit 1;
  select array_agg(id order by id) into ids from (
    select id from messages
    where station_id = station and id > after and id >= oldest order by id limit rows_max
  ) as next;
  if ids is null then return 0; end if;
  delete from message_raws where id = any(ids);
  get diagnostics erased = row_count;
  update erasures set cursor = ids[array_length(ids, 1)] where id = erasure;
  perform count_erased(erasure, 'raws', erased);
  return array_length(ids, 1);
end
$$;

-- Who wrote first, and when; null for threads from before it was recorded.
alter table chat_threads add column started_by uuid;
alter table chat_threads add column started_at timestamptz;
alter table chat_threads alter column started_at set default now();

-- Erasures reach tables that no service may change. The path is fixed, so that a caller cannot
-- substitute a table.
alter function begin_account_erasure(uuid) security definer set search_path = public, pg_temp;
alter function begin_station_erasure(integer) security definer set search_path = public, pg_temp;
alter function erase_chat(uuid, uuid, integer) security definer set search_path = public, pg_temp;
alter function erase_raws(uuid, integer, integer) security definer set search_path = public, pg_temp;
revoke execute on function begin_account_erasure(uuid), begin_station_erasure(integer),
  erase_chat(uuid, uuid, integer), erase_raws(uuid, integer, integer),
  erase_rows(text, text, text), count_erased(uuid, text, bigint) from public;
